# pg_continuous: continuous views for PostgreSQL 15 to 18.
#
#	make			build
#	make install	install into the PostgreSQL that PG_CONFIG names
#	make demo		install what is missing, build, show it at work
#	make demo-dashboard	the same, live in a web page
#	make test		install what is missing, build, run all tests
#	make test-KIND	one kind: lint static regress isolation pgtap tap
#					acceptance clients core bench package sanitize fuzz;
#					TESTS="name ..." picks tests of it
#	make test-versions	all tests on every release that Debian has, in chroots
#	make format		lay out the C code; check-format says if it is
#	make bench		measure against one-shot SQL
#
# demo, test and bench use a private copy of the PostgreSQL installation (see
# scripts/lib.sh), so they need no rights to install the extension.

MODULE_big = pg_continuous
EXTENSION = pg_continuous
DATA = $(wildcard sql/pg_continuous--*.sql)
OBJS = $(sort $(patsubst %.c,%.o,$(wildcard src/*.c src/*/*.c)))
PGFILEDESC = "pg_continuous - continuous views"

WERROR ?= -Werror
PG_CPPFLAGS = -I$(srcdir)/src -MMD -MP
# a row passes through many files: let the compiler see them as one; make LTO=
# for a compiler that cannot
LTO ?= -flto=auto -fno-semantic-interposition
PG_CFLAGS = $(LTO) -Wall -Wextra $(WERROR) -Wno-unused-parameter \
	-Wno-sign-compare -Wno-missing-field-initializers

# every sql/*.sql is a test, but for the install scripts
REGRESS = $(filter-out pg_continuous--%,$(patsubst sql/%.sql,%,$(sort $(wildcard sql/*.sql))))
REGRESS_OPTS = --temp-instance=tmp_check_reg --temp-config=test/regress.conf \
	--load-extension=pg_continuous --encoding=UTF8 --no-locale
ISOLATION = $(patsubst test/isolation/specs/%.spec,%,$(sort $(wildcard test/isolation/specs/*.spec)))
ISOLATION_OPTS = --temp-instance=tmp_check_iso --temp-config=test/regress.conf \
	--inputdir=test/isolation --load-extension=pg_continuous \
	--encoding=UTF8 --no-locale
TAP_TESTS = 1
PROVE_TESTS ?= test/t/*.pl
PROVE_FLAGS += -I test/perl

EXTRA_CLEAN = $(OBJS:.o=.d) tmp_check tmp_check_reg tmp_check_iso \
	output_iso results log regression.diffs regression.out

# no clang: nothing here is worth inlining into JIT code
override with_llvm = no

PG_CONFIG ?= $(shell sh scripts/find_pg_config.sh)
ifneq ($(PG_CONFIG),)
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)
-include $(OBJS:.o=.d)
else
all install installcheck clean:
	@echo "no PostgreSQL 15 to 18 with server headers found; set PG_CONFIG," >&2
	@echo "or run scripts/ensure_packages.sh to install it" >&2
	@exit 1
endif

TEST_KINDS = lint static regress isolation pgtap tap acceptance clients core \
	bench package sanitize fuzz

.PHONY: test-versions
test-versions:
	@bash scripts/test_versions.sh $(KINDS)

.PHONY: test $(addprefix test-,$(TEST_KINDS)) demo demo-dashboard demo-stop bench format \
	check-format

test:
	@bash test/run.sh

$(addprefix test-,$(TEST_KINDS)): test-%:
	@bash test/run.sh $*

demo:
	@bash scripts/demo.sh

demo-dashboard:
	@bash scripts/demo_dashboard.sh

demo-stop:
	@bash scripts/demo_stop.sh

bench:
	@bash bench/run.sh

CLANG_FORMAT ?= clang-format-14
FORMATTED = $(wildcard src/*.[ch] src/*/*.[ch])

format:
	$(CLANG_FORMAT) -i $(FORMATTED)

check-format:
	$(CLANG_FORMAT) --dry-run -Werror $(FORMATTED)
