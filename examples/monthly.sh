#!/bin/sh
# The monthly routine: import a bank file, approve, cover overspending, and report as JSON.
#
#   monthly.sh FILE ACCOUNT SOURCE [YYYY-MM]
#
# SOURCE pays for overspending: a category, several separated by commas, or rta for Ready to Assign.
# BUDGET_PROFILE selects the budget, local or remote. Exits with 0 when everything is in order, with 8 when rows of the
# file need your attention, with 20 when the month does, and otherwise with the code of the command that failed.
set -eu

[ $# -ge 3 ] || { echo "Usage: monthly.sh FILE ACCOUNT SOURCE [YYYY-MM]" >&2; exit 2; }
file=$1 account=$2 source=$3 month=${4:-$(date +%Y-%m)}

rows=0
imported=$(budget import "$file" --account "$account" --accept --on-error skip --json) || rows=$?
[ "$rows" -eq 0 ] || [ "$rows" -eq 8 ] || exit "$rows"

approved=$(budget tx approve --all --account "$account" --period "$month" --json)
covered=$(budget month cover --all --from "$source" --month "$month" --json)

problems=0
checked=$(budget month check "$month" --json) || problems=$?
[ "$problems" -eq 0 ] || [ "$problems" -eq 20 ] || exit "$problems"

shown=$(budget month show "$month" --json)
printf '%s\n' "$imported" "$approved" "$covered" "$checked" "$shown" | jq -s '{
  month: .[4].month.month,
  ready_to_assign: .[4].month.ready_to_assign,
  imported: .[0].counts,
  approved: .[1] | length,
  covered: .[2] | map({name, before: .before.available, available}),
  problems: .[3].problems | map({problem, category_name, amount, count}),
  spent: [.[4].month.category_groups[].categories[] | select(.activity != "0.00") | {name, activity, available}]
}'

[ "$rows" -eq 0 ] || exit "$rows"
exit "$problems"
