"""What the tests in Python say, in the Test Anything Protocol."""
_count = 0


def ok(condition, what):
    global _count
    _count += 1
    print(f"{'ok' if condition else 'not ok'} {_count} - {what}", flush=True)
    return condition


def equal(got, expected, what):
    if not ok(got == expected, what):
        print(f"#      got: {got!r}\n# expected: {expected!r}", flush=True)


def fails(sqlstate, what, call):
    """The call raises a psycopg.Error with this SQLSTATE; returns it."""
    try:
        call()
    except Exception as error:
        equal(getattr(error, "sqlstate", repr(error)), sqlstate, what)
        return error
    equal("no error", sqlstate, what)


def done():
    print(f"1..{_count}")
