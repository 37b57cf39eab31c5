#!/bin/bash
# demo_stop.sh -- stop the demo's server, called by make demo-stop.
set -u
cd "$(dirname "$0")/.." || exit 2
. scripts/demo_lib.sh

work=$(cv_demo_folder) || exit 1
if cv_demo_stop "$work"
then
	echo "stopped; its files are still in $work"
else
	echo "no demo is running"
fi
