# bash completion for budget; generated from its commands, not to be edited

_budget_noun() {
  REPLY=''
  case "$1" in
    'accounts'|'account') REPLY='accounts' ;;
    'month') REPLY='month' ;;
    'tx'|'transactions'|'transaction') REPLY='tx' ;;
    'categories'|'category') REPLY='categories' ;;
    'groups'|'group') REPLY='groups' ;;
    'merchants'|'merchant') REPLY='merchants' ;;
    'import') REPLY='import' ;;
    'targets'|'target') REPLY='targets' ;;
    'rules'|'rule') REPLY='rules' ;;
    'workspaces'|'workspace') REPLY='workspaces' ;;
    'keys'|'key') REPLY='keys' ;;
    'db') REPLY='db' ;;
    'serve') REPLY='serve' ;;
    'demo') REPLY='demo' ;;
    'completion') REPLY='completion' ;;
  esac
}

_budget_usual() {
  REPLY=''
  case "$1" in
    'accounts') REPLY='list' ;;
    'month') REPLY='show' ;;
    'tx') REPLY='list' ;;
    'categories') REPLY='list' ;;
    'groups') REPLY='list' ;;
    'merchants') REPLY='list' ;;
    'import') REPLY='' ;;
    'targets') REPLY='list' ;;
    'rules') REPLY='list' ;;
    'workspaces') REPLY='list' ;;
    'keys') REPLY='list' ;;
    'db') REPLY='path' ;;
    'serve') REPLY='' ;;
    'demo') REPLY='' ;;
    'completion') REPLY='' ;;
  esac
}

_budget_verbs() {
  REPLY=''
  case "$1" in
    'accounts') REPLY='list show add edit close reopen delete types' ;;
    'month') REPLY='show assign' ;;
    'tx') REPLY='list show add delete restore' ;;
    'categories') REPLY='list show add rename move archive unarchive delete' ;;
    'groups') REPLY='list add rename' ;;
    'merchants') REPLY='list show add rename merge delete' ;;
    'import') REPLY='' ;;
    'targets') REPLY='list set clear snooze' ;;
    'rules') REPLY='list add remove move' ;;
    'workspaces') REPLY='list create archive unarchive' ;;
    'keys') REPLY='list create revoke' ;;
    'db') REPLY='path check backup' ;;
    'serve') REPLY='' ;;
    'demo') REPLY='' ;;
    'completion') REPLY='' ;;
  esac
}

_budget_flags() {
  REPLY=''
  case "$1" in
    'accounts list') REPLY='--all --type --on-budget --off-budget' ;;
    'accounts show') REPLY='' ;;
    'accounts add') REPLY='--type --balance --balance-date --notes' ;;
    'accounts edit') REPLY='--name --notes --clear-notes' ;;
    'accounts close') REPLY='' ;;
    'accounts reopen') REPLY='' ;;
    'accounts delete') REPLY='' ;;
    'accounts types') REPLY='' ;;
    'month show') REPLY='--group --overspent --underfunded --all' ;;
    'month assign') REPLY='--month' ;;
    'tx list') REPLY='--account --category --status --review-status --needs-review --since --until --period --merchant --search --min --max --uncategorized --limit --all --cursor --page-size' ;;
    'tx show') REPLY='' ;;
    'tx add') REPLY='--account --amount --date --merchant --category --ready-to-assign --uncategorized --notes --status --review-status' ;;
    'tx delete') REPLY='' ;;
    'tx restore') REPLY='' ;;
    'categories list') REPLY='--archived' ;;
    'categories show') REPLY='' ;;
    'categories add') REPLY='--group' ;;
    'categories rename') REPLY='' ;;
    'categories move') REPLY='--group' ;;
    'categories archive') REPLY='' ;;
    'categories unarchive') REPLY='' ;;
    'categories delete') REPLY='--move-to' ;;
    'groups list') REPLY='' ;;
    'groups add') REPLY='' ;;
    'groups rename') REPLY='' ;;
    'merchants list') REPLY='--search' ;;
    'merchants show') REPLY='' ;;
    'merchants add') REPLY='' ;;
    'merchants rename') REPLY='' ;;
    'merchants merge') REPLY='--into' ;;
    'merchants delete') REPLY='--move-to' ;;
    'import ') REPLY='--account --accept --on-error --possible --pending --map --date-format --date-order --decimal --delimiter --encoding --skip --skip-end --no-header-row --invert --no-invert --out-values' ;;
    'targets list') REPLY='' ;;
    'targets set') REPLY='--kind --amount --weekday --by --repeat-months' ;;
    'targets clear') REPLY='' ;;
    'targets snooze') REPLY='--month' ;;
    'rules list') REPLY='' ;;
    'rules add') REPLY='--merchant --merchant-contains --account --direction --category --ready-to-assign' ;;
    'rules remove') REPLY='' ;;
    'rules move') REPLY='' ;;
    'workspaces list') REPLY='' ;;
    'workspaces create') REPLY='--currency' ;;
    'workspaces archive') REPLY='' ;;
    'workspaces unarchive') REPLY='' ;;
    'keys list') REPLY='' ;;
    'keys create') REPLY='--read-only --name' ;;
    'keys revoke') REPLY='' ;;
    'db path') REPLY='' ;;
    'db check') REPLY='' ;;
    'db backup') REPLY='--force' ;;
    'serve ') REPLY='--port --host --rate-limit --rate-window --log' ;;
    'demo ') REPLY='' ;;
    'completion ') REPLY='' ;;
    '') REPLY='--profile --json --fields --format --output --force --no-header --color --quiet --verbose --dry-run --yes --no-input --read-only --no-wait --max-wait --max-requests --refresh' ;;
  esac
}

_budget_value() {
  REPLY=''
  case "$1" in
    'accounts list --type') REPLY='=banking_checking banking_savings banking_cash banking_cash_management banking_money_market banking_cd banking_other credit_credit_card credit_line_of_credit credit_other investment_brokerage investment_401k investment_ira investment_roth_ira investment_roth_401k investment_hsa investment_sep_ira investment_simple_ira investment_keogh investment_529_plan investment_403b investment_other loan_auto loan_business loan_commercial loan_construction loan_home_equity loan_mortgage loan_student loan_other' ;;
    'accounts add --type') REPLY='=banking_checking banking_savings banking_cash banking_cash_management banking_money_market banking_cd banking_other credit_credit_card credit_line_of_credit credit_other investment_brokerage investment_401k investment_ira investment_roth_ira investment_roth_401k investment_hsa investment_sep_ira investment_simple_ira investment_keogh investment_529_plan investment_403b investment_other loan_auto loan_business loan_commercial loan_construction loan_home_equity loan_mortgage loan_student loan_other' ;;
    'accounts add --balance') REPLY='-' ;;
    'accounts add --balance-date') REPLY='=today yesterday' ;;
    'accounts add --notes') REPLY='-' ;;
    'accounts edit --name') REPLY='-' ;;
    'accounts edit --notes') REPLY='-' ;;
    'month show --group') REPLY='@group' ;;
    'month assign --month') REPLY='=this last next' ;;
    'tx list --account') REPLY='@account' ;;
    'tx list --category') REPLY='@category' ;;
    'tx list --status') REPLY='=pending cleared reconciled' ;;
    'tx list --review-status') REPLY='=reviewed needs_review' ;;
    'tx list --since') REPLY='=today yesterday' ;;
    'tx list --until') REPLY='=today yesterday' ;;
    'tx list --period') REPLY='=this-month last-month last-30-days' ;;
    'tx list --merchant') REPLY='@merchant' ;;
    'tx list --search') REPLY='-' ;;
    'tx list --min') REPLY='-' ;;
    'tx list --max') REPLY='-' ;;
    'tx list --limit') REPLY='-' ;;
    'tx list --cursor') REPLY='-' ;;
    'tx list --page-size') REPLY='-' ;;
    'tx add --account') REPLY='@account' ;;
    'tx add --amount') REPLY='-' ;;
    'tx add --date') REPLY='=today yesterday' ;;
    'tx add --merchant') REPLY='@merchant' ;;
    'tx add --category') REPLY='@category' ;;
    'tx add --notes') REPLY='-' ;;
    'tx add --status') REPLY='=pending cleared' ;;
    'tx add --review-status') REPLY='=reviewed needs_review' ;;
    'categories add --group') REPLY='@group' ;;
    'categories move --group') REPLY='@group' ;;
    'categories delete --move-to') REPLY='@category' ;;
    'merchants list --search') REPLY='-' ;;
    'merchants merge --into') REPLY='@merchant' ;;
    'merchants delete --move-to') REPLY='@merchant' ;;
    'import  --account') REPLY='@account' ;;
    'import  --on-error') REPLY='=abort skip' ;;
    'import  --possible') REPLY='=skip import' ;;
    'import  --pending') REPLY='=skip import' ;;
    'import  --map') REPLY='-' ;;
    'import  --date-format') REPLY='-' ;;
    'import  --date-order') REPLY='=dmy mdy ymd' ;;
    'import  --decimal') REPLY='=. ,' ;;
    'import  --delimiter') REPLY='-' ;;
    'import  --encoding') REPLY='-' ;;
    'import  --skip') REPLY='-' ;;
    'import  --skip-end') REPLY='-' ;;
    'import  --out-values') REPLY='-' ;;
    'targets set --kind') REPLY='=monthly_refill monthly_set_aside weekly_refill weekly_set_aside by_date' ;;
    'targets set --amount') REPLY='-' ;;
    'targets set --weekday') REPLY='-' ;;
    'targets set --by') REPLY='=today yesterday' ;;
    'targets set --repeat-months') REPLY='-' ;;
    'targets snooze --month') REPLY='=this last next' ;;
    'rules add --merchant') REPLY='@merchant' ;;
    'rules add --merchant-contains') REPLY='-' ;;
    'rules add --account') REPLY='@account' ;;
    'rules add --direction') REPLY='=outflow inflow' ;;
    'rules add --category') REPLY='@category' ;;
    'workspaces create --currency') REPLY='-' ;;
    'keys create --name') REPLY='-' ;;
    'serve  --port') REPLY='-' ;;
    'serve  --host') REPLY='-' ;;
    'serve  --rate-limit') REPLY='-' ;;
    'serve  --rate-window') REPLY='-' ;;
    *' --profile') REPLY='-' ;;
    *' --fields') REPLY='-' ;;
    *' --format') REPLY='=table json ndjson csv tsv ids' ;;
    *' --output') REPLY='/' ;;
    *' --color') REPLY='=auto always never' ;;
    *' --max-wait') REPLY='-' ;;
    *' --max-requests') REPLY='-' ;;
  esac
}

_budget_place() {
  REPLY=''
  case "$1" in
    'accounts show 0') REPLY='@account' ;;
    'accounts add 0') REPLY='-' ;;
    'accounts edit 0') REPLY='@account' ;;
    'accounts close 0') REPLY='@account' ;;
    'accounts reopen 0') REPLY='@account' ;;
    'accounts delete 0') REPLY='@account' ;;
    'month show 0') REPLY='=this last next' ;;
    'month assign '*) REPLY='@category' ;;
    'tx show '*) REPLY='-' ;;
    'tx delete '*) REPLY='-' ;;
    'tx restore '*) REPLY='-' ;;
    'categories show 0') REPLY='@category' ;;
    'categories add 0') REPLY='-' ;;
    'categories rename 0') REPLY='@category' ;;
    'categories rename 1') REPLY='-' ;;
    'categories move 0') REPLY='@category' ;;
    'categories archive '*) REPLY='@category' ;;
    'categories unarchive '*) REPLY='@category' ;;
    'categories delete 0') REPLY='@category' ;;
    'groups add 0') REPLY='-' ;;
    'groups rename 0') REPLY='@group' ;;
    'groups rename 1') REPLY='-' ;;
    'merchants show 0') REPLY='@merchant' ;;
    'merchants add 0') REPLY='-' ;;
    'merchants rename 0') REPLY='@merchant' ;;
    'merchants rename 1') REPLY='-' ;;
    'merchants merge '*) REPLY='@merchant' ;;
    'merchants delete 0') REPLY='@merchant' ;;
    'import  0') REPLY='/' ;;
    'targets set 0') REPLY='@category' ;;
    'targets clear 0') REPLY='@category' ;;
    'targets snooze 0') REPLY='@category' ;;
    'rules remove 0') REPLY='-' ;;
    'rules move 0') REPLY='-' ;;
    'rules move 1') REPLY='-' ;;
    'workspaces create 0') REPLY='-' ;;
    'workspaces archive 0') REPLY='-' ;;
    'workspaces unarchive 0') REPLY='-' ;;
    'keys revoke 0') REPLY='-' ;;
    'db backup 0') REPLY='/' ;;
    'completion  0') REPLY='=bash zsh fish' ;;
  esac
}

_budget_words() {
  COMPREPLY=($(compgen -W "$1" -- "$2"))
}

# Names may hold blanks and signs a shell acts on: they are quoted one by one.
_budget_names() {
  local name typed=$2 lead=
  case $typed in [\"\']*) lead=${typed:0:1} typed=${typed:1} ;; esac
  [[ $lead ]] || typed=${typed//\\/}
  COMPREPLY=()
  while IFS= read -r name; do
    [[ ${name,,} == "${typed,,}"* ]] || continue
    case $lead in
      \") name=${name//\\/\\\\} name=${name//\"/\\\"} name=${name//\$/\\\$} name=${name//\`/\\\`} ;;
      \') [[ $name == *\'* ]] && continue ;;
      *) printf -v name %q "$name" ;;
    esac
    COMPREPLY+=("$name")
  done < <("${COMP_WORDS[0]}" __complete "$1" 2>/dev/null)
}

_budget_offer() {
  case $1 in
    @*) _budget_names "${1#@}" "$2" ;;
    =*) _budget_words "${1#=}" "$2" ;;
    /) compopt -o filenames; COMPREPLY=($(compgen -f -- "$2")) ;;
  esac
}

_budget() {
  local REPLY at noun='' verb='' place=0 word cur=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=${COMP_WORDS[at]}
    case $word in
      -*)
        _budget_value "$noun $verb $word"
        if [[ $REPLY ]]; then
          if ((at + 1 == COMP_CWORD)); then _budget_offer "$REPLY" "$cur"; return; fi
          ((at++))
        fi
        ;;
      *)
        if [[ ! $noun ]]; then _budget_noun "$word"; noun=$REPLY; [[ $noun ]] || return
        elif [[ ! $verb ]] && { _budget_verbs "$noun"; [[ " $REPLY " == *" $word "* ]]; }; then verb=$word
        else ((place++)); fi
        ;;
    esac
  done
  if [[ $cur == -* ]]; then
    local flags
    [[ $verb || ! $noun ]] || { _budget_usual "$noun"; verb=$REPLY; }
    _budget_flags "$noun $verb"; flags=$REPLY
    _budget_flags ''
    _budget_words "$flags $REPLY" "$cur"
  elif [[ ! $noun ]]; then
    _budget_words 'accounts month tx categories groups merchants import targets rules workspaces keys db serve demo completion' "$cur"
  else
    _budget_verbs "$noun"
    if [[ ! $verb && ${REPLY// /} ]]; then _budget_words "$REPLY" "$cur"; return; fi
    _budget_place "$noun $verb $place"
    _budget_offer "$REPLY" "$cur"
  fi
}

complete -F _budget budget
