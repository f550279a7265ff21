#!/bin/sh
# The month's routine: book the bank's file, approve, cover what is overspent, report as JSON.
#
#   monthly.sh FILE ACCOUNT PURSE [YYYY-MM]
#
# PURSE pays for what is overspent: a category, several with commas between, or rta for Ready to Assign.
# BUDGET_PROFILE says which budget, on this machine or elsewhere. Ends with 0 when all is in order, with 8 when rows
# of the file are left to look at, with 20 when the month needs a look, and else with the code of what stopped it.
set -eu

[ $# -ge 3 ] || { echo "Usage: monthly.sh FILE ACCOUNT PURSE [YYYY-MM]" >&2; exit 2; }
file=$1 account=$2 purse=$3 month=${4:-$(date +%Y-%m)}

rows=0
imported=$(budget import "$file" --account "$account" --accept --on-error skip --json) || rows=$?
[ "$rows" -eq 0 ] || [ "$rows" -eq 8 ] || exit "$rows"

approved=$(budget tx approve --all --account "$account" --period "$month" --json)
covered=$(budget month cover --all --from "$purse" --month "$month" --json)

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
