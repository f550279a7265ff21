# bash completion for budget; generated, do not edit

_budget_noun() {
  REPLY=''
  case "$1" in
    'accounts'|'account') REPLY='accounts' ;;
    'month') REPLY='month' ;;
    'report'|'reports') REPLY='report' ;;
    'review') REPLY='review' ;;
    'tx'|'transactions'|'transaction') REPLY='tx' ;;
    'categories'|'category') REPLY='categories' ;;
    'groups'|'group') REPLY='groups' ;;
    'merchants'|'merchant') REPLY='merchants' ;;
    'spend') REPLY='spend' ;;
    'earn') REPLY='earn' ;;
    'import') REPLY='import' ;;
    'export') REPLY='export' ;;
    'migrate') REPLY='migrate' ;;
    'imports') REPLY='imports' ;;
    'layouts'|'layout') REPLY='layouts' ;;
    'history') REPLY='history' ;;
    'drafts'|'draft') REPLY='drafts' ;;
    'undo') REPLY='undo' ;;
    'redo') REPLY='redo' ;;
    'targets'|'target') REPLY='targets' ;;
    'rules'|'rule') REPLY='rules' ;;
    'schedules'|'schedule'|'bills') REPLY='schedules' ;;
    'upcoming') REPLY='upcoming' ;;
    'status') REPLY='status' ;;
    'workspaces'|'workspace') REPLY='workspaces' ;;
    'keys'|'key') REPLY='keys' ;;
    'db') REPLY='db' ;;
    'auth') REPLY='auth' ;;
    'profile'|'profiles') REPLY='profile' ;;
    'config') REPLY='config' ;;
    'quota') REPLY='quota' ;;
    'doctor') REPLY='doctor' ;;
    'init') REPLY='init' ;;
    'serve') REPLY='serve' ;;
    'mcp') REPLY='mcp' ;;
    'demo') REPLY='demo' ;;
    'completion') REPLY='completion' ;;
    'api') REPLY='api' ;;
    'help') REPLY='help' ;;
  esac
}

_budget_default_verb() {
  REPLY=''
  case "$1" in
    'accounts') REPLY='list' ;;
    'month') REPLY='show' ;;
    'report') REPLY='summary' ;;
    'review') REPLY='' ;;
    'tx') REPLY='list' ;;
    'categories') REPLY='list' ;;
    'groups') REPLY='list' ;;
    'merchants') REPLY='list' ;;
    'spend') REPLY='' ;;
    'earn') REPLY='' ;;
    'import') REPLY='' ;;
    'export') REPLY='' ;;
    'migrate') REPLY='run' ;;
    'imports') REPLY='list' ;;
    'layouts') REPLY='list' ;;
    'history') REPLY='list' ;;
    'drafts') REPLY='list' ;;
    'undo') REPLY='' ;;
    'redo') REPLY='' ;;
    'targets') REPLY='list' ;;
    'rules') REPLY='list' ;;
    'schedules') REPLY='list' ;;
    'upcoming') REPLY='' ;;
    'status') REPLY='' ;;
    'workspaces') REPLY='list' ;;
    'keys') REPLY='list' ;;
    'db') REPLY='path' ;;
    'auth') REPLY='status' ;;
    'profile') REPLY='list' ;;
    'config') REPLY='list' ;;
    'quota') REPLY='' ;;
    'doctor') REPLY='' ;;
    'init') REPLY='' ;;
    'serve') REPLY='' ;;
    'mcp') REPLY='serve' ;;
    'demo') REPLY='' ;;
    'completion') REPLY='' ;;
    'api') REPLY='' ;;
    'help') REPLY='' ;;
  esac
}

_budget_verbs() {
  REPLY=''
  case "$1" in
    'accounts') REPLY='list show add edit close reopen delete types register check reconcile' ;;
    'month') REPLY='show edit assign move cover fund sweep copy grid check' ;;
    'report') REPLY='summary spending income cashflow networth budget trend merchants age-of-money recurring forecast afford html' ;;
    'review') REPLY='' ;;
    'tx') REPLY='list show add transfer edit split unsplit approve clear delete restore transfers duplicates' ;;
    'categories') REPLY='list show add rename move reorder archive unarchive merge delete' ;;
    'groups') REPLY='list add rename reorder delete' ;;
    'merchants') REPLY='list show add rename suggest clean merge delete' ;;
    'spend') REPLY='' ;;
    'earn') REPLY='' ;;
    'import') REPLY='' ;;
    'export') REPLY='' ;;
    'migrate') REPLY='run verify update' ;;
    'imports') REPLY='list show resume undo' ;;
    'layouts') REPLY='list show delete' ;;
    'history') REPLY='list show' ;;
    'drafts') REPLY='list show apply drop' ;;
    'undo') REPLY='' ;;
    'redo') REPLY='' ;;
    'targets') REPLY='list set clear snooze' ;;
    'rules') REPLY='list add apply remove move' ;;
    'schedules') REPLY='list show add suggest edit post skip match unmatch pause resume delete' ;;
    'upcoming') REPLY='' ;;
    'status') REPLY='' ;;
    'workspaces') REPLY='list create rename archive unarchive delete upload download' ;;
    'keys') REPLY='list create pair revoke' ;;
    'db') REPLY='path query check repair backup restore compact' ;;
    'auth') REPLY='login status logout' ;;
    'profile') REPLY='list use show add remove' ;;
    'config') REPLY='list get set unset path' ;;
    'quota') REPLY='' ;;
    'doctor') REPLY='' ;;
    'init') REPLY='' ;;
    'serve') REPLY='' ;;
    'mcp') REPLY='serve install' ;;
    'demo') REPLY='' ;;
    'completion') REPLY='install bash zsh fish' ;;
    'api') REPLY='' ;;
    'help') REPLY='' ;;
  esac
}

_budget_flags() {
  REPLY=''
  case "$1" in
    'accounts list') REPLY='--all --type --on-budget --off-budget --on' ;;
    'accounts show') REPLY='' ;;
    'accounts add') REPLY='--type --balance --balance-date --notes --allow-duplicate-name' ;;
    'accounts edit') REPLY='--name --notes --clear-notes --allow-duplicate-name' ;;
    'accounts close') REPLY='' ;;
    'accounts reopen') REPLY='' ;;
    'accounts delete') REPLY='' ;;
    'accounts types') REPLY='' ;;
    'accounts register') REPLY='--period' ;;
    'accounts check') REPLY='--stale' ;;
    'accounts reconcile') REPLY='--balance --date --statement --apply --adjust --category --finish --statement-account --map --date-format --date-order --year --decimal --delimiter --encoding --skip --skip-end --no-header-row --invert --no-invert --out-values --currency --accept-balance --raw-merchants --pending' ;;
    'month show') REPLY='--group --overspent --underfunded --all --upcoming --explain' ;;
    'month edit') REPLY='--plain' ;;
    'month assign') REPLY='--file --month --editor' ;;
    'month move') REPLY='--from --to --month' ;;
    'month cover') REPLY='--all --from --keep --month' ;;
    'month fund') REPLY='--all --upcoming --up-to --month' ;;
    'month sweep') REPLY='--all --month' ;;
    'month copy') REPLY='--to --only-empty' ;;
    'month grid') REPLY='--months --figure --group' ;;
    'month check') REPLY='' ;;
    'report summary') REPLY='--definition' ;;
    'report spending') REPLY='--period --since --until --by --account --category --group --uncategorized --compare --top --rows --chart --no-chart --definition' ;;
    'report income') REPLY='--period --since --until --by --account --compare --top --include-starting-balances --rows --chart --no-chart --definition' ;;
    'report cashflow') REPLY='--period --since --until --account --compare --include-starting-balances --rows --chart --no-chart --definition' ;;
    'report networth') REPLY='--period --since --until --by --account --chart --no-chart --definition' ;;
    'report budget') REPLY='--period --since --until --by --category --group --uncategorized --chart --no-chart --definition' ;;
    'report trend') REPLY='--period --since --until --account --category --group --uncategorized --rows --chart --no-chart --definition' ;;
    'report merchants') REPLY='--period --since --until --account --category --group --uncategorized --compare --top --rows --chart --no-chart --definition' ;;
    'report age-of-money') REPLY='--period --since --until --chart --no-chart --definition' ;;
    'report recurring') REPLY='--period --since --until --account --chart --no-chart --definition' ;;
    'report forecast') REPLY='--until --envelopes --accounts --habits --explain --chart --no-chart --definition' ;;
    'report afford') REPLY='--category --on' ;;
    'report html') REPLY='--period --since --until --open' ;;
    'review ') REPLY='--apply --account --category --status --since --until --period --merchant --search --min --max --uncategorized' ;;
    'tx list') REPLY='--account --category --status --since --until --period --merchant --search --min --max --uncategorized --review-status --needs-review --limit --deleted --all --cursor --page-size' ;;
    'tx show') REPLY='' ;;
    'tx add') REPLY='--account --amount --date --merchant --category --ready-to-assign --uncategorized --split --notes --status --review-status --stdin' ;;
    'tx transfer') REPLY='--from --to --date --category --notes --replaces' ;;
    'tx edit') REPLY='--account --category --status --since --until --period --merchant --search --min --max --uncategorized --set-category --set-merchant --set-account --set-status --set-uncategorized --date --amount --ready-to-assign --split --no-merchant --review-status --notes --clear-notes --editor' ;;
    'tx split') REPLY='--rest --account --category --status --since --until --period --merchant --search --min --max --uncategorized' ;;
    'tx unsplit') REPLY='--category' ;;
    'tx approve') REPLY='--all --account --category --status --since --until --period --merchant --search --min --max --uncategorized' ;;
    'tx clear') REPLY='--account --category --status --since --until --period --merchant --search --min --max --uncategorized' ;;
    'tx delete') REPLY='--account --category --status --since --until --period --merchant --search --min --max --uncategorized' ;;
    'tx restore') REPLY='--account --category --status --since --until --period --merchant --search --min --max --uncategorized' ;;
    'tx transfers') REPLY='--account --days --period --apply' ;;
    'tx duplicates') REPLY='--account --days --period --apply' ;;
    'categories list') REPLY='--archived' ;;
    'categories show') REPLY='' ;;
    'categories add') REPLY='--group' ;;
    'categories rename') REPLY='' ;;
    'categories move') REPLY='--group' ;;
    'categories reorder') REPLY='--before --after --first --last' ;;
    'categories archive') REPLY='' ;;
    'categories unarchive') REPLY='' ;;
    'categories merge') REPLY='--into' ;;
    'categories delete') REPLY='--move-to' ;;
    'groups list') REPLY='' ;;
    'groups add') REPLY='' ;;
    'groups rename') REPLY='' ;;
    'groups reorder') REPLY='--before --after --first --last' ;;
    'groups delete') REPLY='' ;;
    'merchants list') REPLY='--search --unused' ;;
    'merchants show') REPLY='' ;;
    'merchants add') REPLY='' ;;
    'merchants rename') REPLY='' ;;
    'merchants suggest') REPLY='--min-score --apply --layout' ;;
    'merchants clean') REPLY='--apply --layout' ;;
    'merchants merge') REPLY='--into --layout' ;;
    'merchants delete') REPLY='--move-to' ;;
    'spend ') REPLY='--account --category --date --notes --status' ;;
    'earn ') REPLY='--account --category --date --notes --status' ;;
    'import ') REPLY='--account --accept --on-error --possible --layout --review --categorize --plan-out --plan --concat --opening-balance --catchup --max-size --reimport-deleted --statement --map --date-format --date-order --year --decimal --delimiter --encoding --skip --skip-end --no-header-row --invert --no-invert --out-values --currency --accept-balance --raw-merchants --pending' ;;
    'export ') REPLY='--to --since --until --period --account --envelopes' ;;
    'migrate run') REPLY='--from --name --currency --since --type --dates --decimal --spending --account --income --keep-ids --restore-overspending --into-remote' ;;
    'migrate verify') REPLY='--from --since --type --dates --decimal --spending --account --income' ;;
    'migrate update') REPLY='--conflicts --restore-overspending --from --since --type --dates --decimal --spending --account --income' ;;
    'imports list') REPLY='' ;;
    'imports show') REPLY='' ;;
    'imports resume') REPLY='--assume' ;;
    'imports undo') REPLY='--with-later' ;;
    'layouts list') REPLY='' ;;
    'layouts show') REPLY='' ;;
    'layouts delete') REPLY='' ;;
    'history list') REPLY='--limit --since --of' ;;
    'history show') REPLY='' ;;
    'drafts list') REPLY='--all' ;;
    'drafts show') REPLY='' ;;
    'drafts apply') REPLY='' ;;
    'drafts drop') REPLY='' ;;
    'undo ') REPLY='--with-later' ;;
    'redo ') REPLY='--with-later' ;;
    'targets list') REPLY='' ;;
    'targets set') REPLY='--kind --amount --weekday --by --repeat-months' ;;
    'targets clear') REPLY='' ;;
    'targets snooze') REPLY='--month' ;;
    'rules list') REPLY='' ;;
    'rules add') REPLY='--merchant --merchant-contains --account --direction --category --ready-to-assign' ;;
    'rules apply') REPLY='--account --period --recategorize' ;;
    'rules remove') REPLY='' ;;
    'rules move') REPLY='' ;;
    'schedules list') REPLY='' ;;
    'schedules show') REPLY='' ;;
    'schedules add') REPLY='--account --to --category --ready-to-assign --about --every --on --from --weekend --until --times --split --notes --match --statement --auto' ;;
    'schedules suggest') REPLY='--apply' ;;
    'schedules edit') REPLY='--amount --merchant --category --account --once --every --on --from --weekend --until --times --split --notes --match --statement --auto --no-auto' ;;
    'schedules post') REPLY='--date --amount' ;;
    'schedules skip') REPLY='--until' ;;
    'schedules match') REPLY='' ;;
    'schedules unmatch') REPLY='' ;;
    'schedules pause') REPLY='' ;;
    'schedules resume') REPLY='' ;;
    'schedules delete') REPLY='' ;;
    'upcoming ') REPLY='--days' ;;
    'status ') REPLY='' ;;
    'workspaces list') REPLY='--database --database-file' ;;
    'workspaces create') REPLY='--currency' ;;
    'workspaces rename') REPLY='--database --database-file' ;;
    'workspaces archive') REPLY='--database --database-file' ;;
    'workspaces unarchive') REPLY='--database --database-file' ;;
    'workspaces delete') REPLY='--database --database-file' ;;
    'workspaces upload') REPLY='--database-file' ;;
    'workspaces download') REPLY='--force --database-file' ;;
    'keys list') REPLY='--database --database-file' ;;
    'keys create') REPLY='--can --read-only --name --workspace --database --database-file' ;;
    'keys pair') REPLY='--name --can --workspace --url' ;;
    'keys revoke') REPLY='--database --database-file' ;;
    'db path') REPLY='' ;;
    'db query') REPLY='' ;;
    'db check') REPLY='--database --database-file' ;;
    'db repair') REPLY='' ;;
    'db backup') REPLY='--force' ;;
    'db restore') REPLY='' ;;
    'db compact') REPLY='' ;;
    'auth login') REPLY='--base-url --workspace --with-key' ;;
    'auth status') REPLY='' ;;
    'auth logout') REPLY='' ;;
    'profile list') REPLY='' ;;
    'profile use') REPLY='' ;;
    'profile show') REPLY='' ;;
    'profile add') REPLY='--base-url --ca-file --workspace' ;;
    'profile remove') REPLY='' ;;
    'config list') REPLY='' ;;
    'config get') REPLY='' ;;
    'config set') REPLY='' ;;
    'config unset') REPLY='' ;;
    'config path') REPLY='' ;;
    'quota ') REPLY='' ;;
    'doctor ') REPLY='' ;;
    'init ') REPLY='--name --currency --empty' ;;
    'serve ') REPLY='--port --host --rate-limit --rate-window --log --public-url --mcp --no-page --database --database-file --metrics --stale-reads --copies' ;;
    'mcp serve') REPLY='--allow --folder' ;;
    'mcp install') REPLY='--client --allow --folder' ;;
    'demo ') REPLY='' ;;
    'completion install') REPLY='--force' ;;
    'completion bash') REPLY='' ;;
    'completion zsh') REPLY='' ;;
    'completion fish') REPLY='' ;;
    'api ') REPLY='--field --input --paginate --include' ;;
    'help ') REPLY='' ;;
    '') REPLY='--profile --json --fields --format --output --force --no-header --color --no-pager --progress --quiet --verbose --debug --dry-run --draft --yes --no-input --read-only --no-wait --max-wait --max-requests --refresh' ;;
  esac
}

_budget_value() {
  REPLY=''
  case "$1" in
    'accounts list --type') REPLY='=banking_checking banking_savings banking_cash banking_cash_management banking_money_market banking_cd banking_other credit_credit_card credit_line_of_credit credit_other investment_brokerage investment_401k investment_ira investment_roth_ira investment_roth_401k investment_hsa investment_sep_ira investment_simple_ira investment_keogh investment_529_plan investment_403b investment_other loan_auto loan_business loan_commercial loan_construction loan_home_equity loan_mortgage loan_student loan_other' ;;
    'accounts list --on') REPLY='=today yesterday tomorrow' ;;
    'accounts add --type') REPLY='=banking_checking banking_savings banking_cash banking_cash_management banking_money_market banking_cd banking_other credit_credit_card credit_line_of_credit credit_other investment_brokerage investment_401k investment_ira investment_roth_ira investment_roth_401k investment_hsa investment_sep_ira investment_simple_ira investment_keogh investment_529_plan investment_403b investment_other loan_auto loan_business loan_commercial loan_construction loan_home_equity loan_mortgage loan_student loan_other' ;;
    'accounts add --balance') REPLY='-' ;;
    'accounts add --balance-date') REPLY='=today yesterday tomorrow' ;;
    'accounts add --notes') REPLY='-' ;;
    'accounts edit --name') REPLY='-' ;;
    'accounts edit --notes') REPLY='-' ;;
    'accounts register --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'accounts check --stale') REPLY='-' ;;
    'accounts reconcile --balance') REPLY='-' ;;
    'accounts reconcile --date') REPLY='=today yesterday tomorrow' ;;
    'accounts reconcile --statement') REPLY='/' ;;
    'accounts reconcile --apply') REPLY='-' ;;
    'accounts reconcile --category') REPLY='@category' ;;
    'accounts reconcile --statement-account') REPLY='-' ;;
    'accounts reconcile --map') REPLY='-' ;;
    'accounts reconcile --date-format') REPLY='-' ;;
    'accounts reconcile --date-order') REPLY='=dmy mdy ymd' ;;
    'accounts reconcile --year') REPLY='-' ;;
    'accounts reconcile --decimal') REPLY='=. ,' ;;
    'accounts reconcile --delimiter') REPLY='-' ;;
    'accounts reconcile --encoding') REPLY='-' ;;
    'accounts reconcile --skip') REPLY='-' ;;
    'accounts reconcile --skip-end') REPLY='-' ;;
    'accounts reconcile --out-values') REPLY='-' ;;
    'accounts reconcile --currency') REPLY='-' ;;
    'accounts reconcile --pending') REPLY='=skip import' ;;
    'month show --group') REPLY='@group' ;;
    'month assign --file') REPLY='/' ;;
    'month assign --month') REPLY='=this last next' ;;
    'month move --from') REPLY='@category' ;;
    'month move --to') REPLY='@category' ;;
    'month move --month') REPLY='=this last next' ;;
    'month cover --from') REPLY='@category' ;;
    'month cover --keep') REPLY='-' ;;
    'month cover --month') REPLY='=this last next' ;;
    'month fund --up-to') REPLY='-' ;;
    'month fund --month') REPLY='=this last next' ;;
    'month sweep --month') REPLY='=this last next' ;;
    'month copy --to') REPLY='=this last next' ;;
    'month grid --months') REPLY='-' ;;
    'month grid --figure') REPLY='=assigned activity available' ;;
    'month grid --group') REPLY='@group' ;;
    'report spending --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'report spending --since') REPLY='=today yesterday tomorrow' ;;
    'report spending --until') REPLY='=today yesterday tomorrow' ;;
    'report spending --by') REPLY='=category group merchant account month' ;;
    'report spending --account') REPLY='@account' ;;
    'report spending --category') REPLY='@category' ;;
    'report spending --group') REPLY='@group' ;;
    'report spending --compare') REPLY='=previous last-year' ;;
    'report spending --top') REPLY='-' ;;
    'report income --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'report income --since') REPLY='=today yesterday tomorrow' ;;
    'report income --until') REPLY='=today yesterday tomorrow' ;;
    'report income --by') REPLY='=merchant account month' ;;
    'report income --account') REPLY='@account' ;;
    'report income --compare') REPLY='=previous last-year' ;;
    'report income --top') REPLY='-' ;;
    'report cashflow --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'report cashflow --since') REPLY='=today yesterday tomorrow' ;;
    'report cashflow --until') REPLY='=today yesterday tomorrow' ;;
    'report cashflow --account') REPLY='@account' ;;
    'report cashflow --compare') REPLY='=previous last-year' ;;
    'report networth --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'report networth --since') REPLY='=today yesterday tomorrow' ;;
    'report networth --until') REPLY='=today yesterday tomorrow' ;;
    'report networth --by') REPLY='=month account' ;;
    'report networth --account') REPLY='@account' ;;
    'report budget --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'report budget --since') REPLY='=today yesterday tomorrow' ;;
    'report budget --until') REPLY='=today yesterday tomorrow' ;;
    'report budget --by') REPLY='=category month' ;;
    'report budget --category') REPLY='@category' ;;
    'report budget --group') REPLY='@group' ;;
    'report trend --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'report trend --since') REPLY='=today yesterday tomorrow' ;;
    'report trend --until') REPLY='=today yesterday tomorrow' ;;
    'report trend --account') REPLY='@account' ;;
    'report trend --category') REPLY='@category' ;;
    'report trend --group') REPLY='@group' ;;
    'report merchants --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'report merchants --since') REPLY='=today yesterday tomorrow' ;;
    'report merchants --until') REPLY='=today yesterday tomorrow' ;;
    'report merchants --account') REPLY='@account' ;;
    'report merchants --category') REPLY='@category' ;;
    'report merchants --group') REPLY='@group' ;;
    'report merchants --compare') REPLY='=previous last-year' ;;
    'report merchants --top') REPLY='-' ;;
    'report age-of-money --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'report age-of-money --since') REPLY='=today yesterday tomorrow' ;;
    'report age-of-money --until') REPLY='=today yesterday tomorrow' ;;
    'report recurring --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'report recurring --since') REPLY='=today yesterday tomorrow' ;;
    'report recurring --until') REPLY='=today yesterday tomorrow' ;;
    'report recurring --account') REPLY='@account' ;;
    'report forecast --until') REPLY='=this last next' ;;
    'report afford --category') REPLY='@category' ;;
    'report afford --on') REPLY='=this last next' ;;
    'report html --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'report html --since') REPLY='=today yesterday tomorrow' ;;
    'report html --until') REPLY='=today yesterday tomorrow' ;;
    'review  --apply') REPLY='/' ;;
    'review  --account') REPLY='@account' ;;
    'review  --category') REPLY='@category' ;;
    'review  --status') REPLY='=pending cleared reconciled' ;;
    'review  --since') REPLY='=today yesterday tomorrow' ;;
    'review  --until') REPLY='=today yesterday tomorrow' ;;
    'review  --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'review  --merchant') REPLY='@merchant' ;;
    'review  --search') REPLY='-' ;;
    'review  --min') REPLY='-' ;;
    'review  --max') REPLY='-' ;;
    'tx list --account') REPLY='@account' ;;
    'tx list --category') REPLY='@category' ;;
    'tx list --status') REPLY='=pending cleared reconciled' ;;
    'tx list --since') REPLY='=today yesterday tomorrow' ;;
    'tx list --until') REPLY='=today yesterday tomorrow' ;;
    'tx list --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'tx list --merchant') REPLY='@merchant' ;;
    'tx list --search') REPLY='-' ;;
    'tx list --min') REPLY='-' ;;
    'tx list --max') REPLY='-' ;;
    'tx list --review-status') REPLY='=reviewed needs_review' ;;
    'tx list --limit') REPLY='-' ;;
    'tx list --cursor') REPLY='-' ;;
    'tx list --page-size') REPLY='-' ;;
    'tx add --account') REPLY='@account' ;;
    'tx add --amount') REPLY='-' ;;
    'tx add --date') REPLY='=today yesterday tomorrow' ;;
    'tx add --merchant') REPLY='@merchant' ;;
    'tx add --category') REPLY='@category' ;;
    'tx add --split') REPLY='@category' ;;
    'tx add --notes') REPLY='-' ;;
    'tx add --status') REPLY='=pending cleared' ;;
    'tx add --review-status') REPLY='=reviewed needs_review' ;;
    'tx transfer --from') REPLY='@account' ;;
    'tx transfer --to') REPLY='@account' ;;
    'tx transfer --date') REPLY='=today yesterday tomorrow' ;;
    'tx transfer --category') REPLY='@category' ;;
    'tx transfer --notes') REPLY='-' ;;
    'tx transfer --replaces') REPLY='=last' ;;
    'tx edit --account') REPLY='@account' ;;
    'tx edit --category') REPLY='@category' ;;
    'tx edit --status') REPLY='=pending cleared reconciled' ;;
    'tx edit --since') REPLY='=today yesterday tomorrow' ;;
    'tx edit --until') REPLY='=today yesterday tomorrow' ;;
    'tx edit --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'tx edit --merchant') REPLY='@merchant' ;;
    'tx edit --search') REPLY='-' ;;
    'tx edit --min') REPLY='-' ;;
    'tx edit --max') REPLY='-' ;;
    'tx edit --set-category') REPLY='@category' ;;
    'tx edit --set-merchant') REPLY='@merchant' ;;
    'tx edit --set-account') REPLY='@account' ;;
    'tx edit --set-status') REPLY='=pending cleared reconciled' ;;
    'tx edit --date') REPLY='=today yesterday tomorrow' ;;
    'tx edit --amount') REPLY='-' ;;
    'tx edit --split') REPLY='@category' ;;
    'tx edit --review-status') REPLY='=reviewed needs_review' ;;
    'tx edit --notes') REPLY='-' ;;
    'tx split --rest') REPLY='@category' ;;
    'tx split --account') REPLY='@account' ;;
    'tx split --category') REPLY='@category' ;;
    'tx split --status') REPLY='=pending cleared reconciled' ;;
    'tx split --since') REPLY='=today yesterday tomorrow' ;;
    'tx split --until') REPLY='=today yesterday tomorrow' ;;
    'tx split --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'tx split --merchant') REPLY='@merchant' ;;
    'tx split --search') REPLY='-' ;;
    'tx split --min') REPLY='-' ;;
    'tx split --max') REPLY='-' ;;
    'tx unsplit --category') REPLY='@category' ;;
    'tx approve --account') REPLY='@account' ;;
    'tx approve --category') REPLY='@category' ;;
    'tx approve --status') REPLY='=pending cleared reconciled' ;;
    'tx approve --since') REPLY='=today yesterday tomorrow' ;;
    'tx approve --until') REPLY='=today yesterday tomorrow' ;;
    'tx approve --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'tx approve --merchant') REPLY='@merchant' ;;
    'tx approve --search') REPLY='-' ;;
    'tx approve --min') REPLY='-' ;;
    'tx approve --max') REPLY='-' ;;
    'tx clear --account') REPLY='@account' ;;
    'tx clear --category') REPLY='@category' ;;
    'tx clear --status') REPLY='=pending cleared reconciled' ;;
    'tx clear --since') REPLY='=today yesterday tomorrow' ;;
    'tx clear --until') REPLY='=today yesterday tomorrow' ;;
    'tx clear --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'tx clear --merchant') REPLY='@merchant' ;;
    'tx clear --search') REPLY='-' ;;
    'tx clear --min') REPLY='-' ;;
    'tx clear --max') REPLY='-' ;;
    'tx delete --account') REPLY='@account' ;;
    'tx delete --category') REPLY='@category' ;;
    'tx delete --status') REPLY='=pending cleared reconciled' ;;
    'tx delete --since') REPLY='=today yesterday tomorrow' ;;
    'tx delete --until') REPLY='=today yesterday tomorrow' ;;
    'tx delete --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'tx delete --merchant') REPLY='@merchant' ;;
    'tx delete --search') REPLY='-' ;;
    'tx delete --min') REPLY='-' ;;
    'tx delete --max') REPLY='-' ;;
    'tx restore --account') REPLY='@account' ;;
    'tx restore --category') REPLY='@category' ;;
    'tx restore --status') REPLY='=pending cleared reconciled' ;;
    'tx restore --since') REPLY='=today yesterday tomorrow' ;;
    'tx restore --until') REPLY='=today yesterday tomorrow' ;;
    'tx restore --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'tx restore --merchant') REPLY='@merchant' ;;
    'tx restore --search') REPLY='-' ;;
    'tx restore --min') REPLY='-' ;;
    'tx restore --max') REPLY='-' ;;
    'tx transfers --account') REPLY='@account' ;;
    'tx transfers --days') REPLY='-' ;;
    'tx transfers --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'tx transfers --apply') REPLY='-' ;;
    'tx duplicates --account') REPLY='@account' ;;
    'tx duplicates --days') REPLY='-' ;;
    'tx duplicates --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'tx duplicates --apply') REPLY='-' ;;
    'categories add --group') REPLY='@group' ;;
    'categories move --group') REPLY='@group' ;;
    'categories reorder --before') REPLY='@category' ;;
    'categories reorder --after') REPLY='@category' ;;
    'categories merge --into') REPLY='@category' ;;
    'categories delete --move-to') REPLY='@category' ;;
    'groups reorder --before') REPLY='@group' ;;
    'groups reorder --after') REPLY='@group' ;;
    'merchants list --search') REPLY='-' ;;
    'merchants suggest --min-score') REPLY='-' ;;
    'merchants suggest --apply') REPLY='-' ;;
    'merchants suggest --layout') REPLY='-' ;;
    'merchants clean --apply') REPLY='-' ;;
    'merchants clean --layout') REPLY='-' ;;
    'merchants merge --into') REPLY='@merchant' ;;
    'merchants merge --layout') REPLY='-' ;;
    'merchants delete --move-to') REPLY='@merchant' ;;
    'spend  --account') REPLY='@account' ;;
    'spend  --category') REPLY='@category' ;;
    'spend  --date') REPLY='=today yesterday tomorrow' ;;
    'spend  --notes') REPLY='-' ;;
    'spend  --status') REPLY='=pending cleared' ;;
    'earn  --account') REPLY='@account' ;;
    'earn  --category') REPLY='@category' ;;
    'earn  --date') REPLY='=today yesterday tomorrow' ;;
    'earn  --notes') REPLY='-' ;;
    'earn  --status') REPLY='=pending cleared' ;;
    'import  --account') REPLY='@account' ;;
    'import  --on-error') REPLY='=abort skip' ;;
    'import  --possible') REPLY='=skip import match ask' ;;
    'import  --layout') REPLY='-' ;;
    'import  --categorize') REPLY='/' ;;
    'import  --plan-out') REPLY='/' ;;
    'import  --plan') REPLY='/' ;;
    'import  --opening-balance') REPLY='=from-file' ;;
    'import  --max-size') REPLY='-' ;;
    'import  --statement') REPLY='-' ;;
    'import  --map') REPLY='-' ;;
    'import  --date-format') REPLY='-' ;;
    'import  --date-order') REPLY='=dmy mdy ymd' ;;
    'import  --year') REPLY='-' ;;
    'import  --decimal') REPLY='=. ,' ;;
    'import  --delimiter') REPLY='-' ;;
    'import  --encoding') REPLY='-' ;;
    'import  --skip') REPLY='-' ;;
    'import  --skip-end') REPLY='-' ;;
    'import  --out-values') REPLY='-' ;;
    'import  --currency') REPLY='-' ;;
    'import  --pending') REPLY='=skip import' ;;
    'export  --to') REPLY='=hledger ledger beancount csv ndjson qif ics' ;;
    'export  --since') REPLY='=today yesterday tomorrow' ;;
    'export  --until') REPLY='=today yesterday tomorrow' ;;
    'export  --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'export  --account') REPLY='@account' ;;
    'migrate run --from') REPLY='=budget ynab ynab-json ynab4 actual journal beancount gnucash qif csv' ;;
    'migrate run --name') REPLY='-' ;;
    'migrate run --currency') REPLY='-' ;;
    'migrate run --since') REPLY='=this last next' ;;
    'migrate run --type') REPLY='-' ;;
    'migrate run --dates') REPLY='=dmy mdy ymd' ;;
    'migrate run --decimal') REPLY='=. ,' ;;
    'migrate run --spending') REPLY='=positive negative' ;;
    'migrate run --account') REPLY='-' ;;
    'migrate run --income') REPLY='-' ;;
    'migrate verify --from') REPLY='=budget ynab ynab-json ynab4 actual journal beancount gnucash qif csv' ;;
    'migrate verify --since') REPLY='=this last next' ;;
    'migrate verify --type') REPLY='-' ;;
    'migrate verify --dates') REPLY='=dmy mdy ymd' ;;
    'migrate verify --decimal') REPLY='=. ,' ;;
    'migrate verify --spending') REPLY='=positive negative' ;;
    'migrate verify --account') REPLY='-' ;;
    'migrate verify --income') REPLY='-' ;;
    'migrate update --conflicts') REPLY='=here there' ;;
    'migrate update --from') REPLY='=budget ynab ynab-json ynab4 actual journal beancount gnucash qif csv' ;;
    'migrate update --since') REPLY='=this last next' ;;
    'migrate update --type') REPLY='-' ;;
    'migrate update --dates') REPLY='=dmy mdy ymd' ;;
    'migrate update --decimal') REPLY='=. ,' ;;
    'migrate update --spending') REPLY='=positive negative' ;;
    'migrate update --account') REPLY='-' ;;
    'migrate update --income') REPLY='-' ;;
    'imports resume --assume') REPLY='=done absent' ;;
    'history list --limit') REPLY='-' ;;
    'history list --since') REPLY='=today yesterday tomorrow' ;;
    'history list --of') REPLY='-' ;;
    'targets set --kind') REPLY='=monthly_refill monthly_set_aside weekly_refill weekly_set_aside by_date' ;;
    'targets set --amount') REPLY='-' ;;
    'targets set --weekday') REPLY='-' ;;
    'targets set --by') REPLY='=today yesterday tomorrow' ;;
    'targets set --repeat-months') REPLY='-' ;;
    'targets snooze --month') REPLY='=this last next' ;;
    'rules add --merchant') REPLY='@merchant' ;;
    'rules add --merchant-contains') REPLY='-' ;;
    'rules add --account') REPLY='@account' ;;
    'rules add --direction') REPLY='=outflow inflow' ;;
    'rules add --category') REPLY='@category' ;;
    'rules apply --account') REPLY='@account' ;;
    'rules apply --period') REPLY='=this-month last-month this-quarter last-quarter this-year last-year last-30-days last-12-months' ;;
    'schedules add --account') REPLY='@account' ;;
    'schedules add --to') REPLY='@account' ;;
    'schedules add --category') REPLY='@category' ;;
    'schedules add --every') REPLY='-' ;;
    'schedules add --on') REPLY='-' ;;
    'schedules add --from') REPLY='-' ;;
    'schedules add --weekend') REPLY='=same before after' ;;
    'schedules add --until') REPLY='-' ;;
    'schedules add --times') REPLY='-' ;;
    'schedules add --split') REPLY='@category' ;;
    'schedules add --notes') REPLY='-' ;;
    'schedules add --match') REPLY='-' ;;
    'schedules add --statement') REPLY='-' ;;
    'schedules suggest --apply') REPLY='=ask all' ;;
    'schedules edit --amount') REPLY='-' ;;
    'schedules edit --merchant') REPLY='@merchant' ;;
    'schedules edit --category') REPLY='@category' ;;
    'schedules edit --account') REPLY='@account' ;;
    'schedules edit --every') REPLY='-' ;;
    'schedules edit --on') REPLY='-' ;;
    'schedules edit --from') REPLY='-' ;;
    'schedules edit --weekend') REPLY='=same before after' ;;
    'schedules edit --until') REPLY='-' ;;
    'schedules edit --times') REPLY='-' ;;
    'schedules edit --split') REPLY='@category' ;;
    'schedules edit --notes') REPLY='-' ;;
    'schedules edit --match') REPLY='-' ;;
    'schedules edit --statement') REPLY='-' ;;
    'schedules post --date') REPLY='=today yesterday tomorrow' ;;
    'schedules post --amount') REPLY='-' ;;
    'schedules skip --until') REPLY='-' ;;
    'upcoming  --days') REPLY='-' ;;
    'workspaces list --database-file') REPLY='/' ;;
    'workspaces create --currency') REPLY='-' ;;
    'workspaces rename --database-file') REPLY='/' ;;
    'workspaces archive --database-file') REPLY='/' ;;
    'workspaces unarchive --database-file') REPLY='/' ;;
    'workspaces delete --database-file') REPLY='/' ;;
    'workspaces upload --database-file') REPLY='/' ;;
    'workspaces download --database-file') REPLY='/' ;;
    'keys list --database-file') REPLY='/' ;;
    'keys create --can') REPLY='=read add write' ;;
    'keys create --name') REPLY='-' ;;
    'keys create --workspace') REPLY='-' ;;
    'keys create --database-file') REPLY='/' ;;
    'keys pair --name') REPLY='-' ;;
    'keys pair --can') REPLY='=read add write' ;;
    'keys pair --workspace') REPLY='-' ;;
    'keys pair --url') REPLY='-' ;;
    'keys revoke --database-file') REPLY='/' ;;
    'db check --database-file') REPLY='/' ;;
    'auth login --base-url') REPLY='-' ;;
    'auth login --workspace') REPLY='-' ;;
    'profile add --base-url') REPLY='-' ;;
    'profile add --ca-file') REPLY='/' ;;
    'profile add --workspace') REPLY='-' ;;
    'init  --name') REPLY='-' ;;
    'init  --currency') REPLY='-' ;;
    'serve  --port') REPLY='-' ;;
    'serve  --host') REPLY='-' ;;
    'serve  --rate-limit') REPLY='-' ;;
    'serve  --rate-window') REPLY='-' ;;
    'serve  --public-url') REPLY='-' ;;
    'serve  --database-file') REPLY='/' ;;
    'serve  --metrics') REPLY='-' ;;
    'serve  --stale-reads') REPLY='-' ;;
    'serve  --copies') REPLY='-' ;;
    'mcp serve --allow') REPLY='=read draft ask apply' ;;
    'mcp serve --folder') REPLY='-' ;;
    'mcp install --client') REPLY='=claude-code claude-desktop cursor vscode print' ;;
    'mcp install --allow') REPLY='=read draft ask apply' ;;
    'mcp install --folder') REPLY='-' ;;
    'api  --field') REPLY='-' ;;
    'api  --input') REPLY='/' ;;
    *' --profile') REPLY='-' ;;
    *' --fields') REPLY='-' ;;
    *' --format') REPLY='=table json ndjson csv tsv ids' ;;
    *' --output') REPLY='/' ;;
    *' --color') REPLY='=auto always never' ;;
    *' --progress') REPLY='=auto json' ;;
    *' --max-wait') REPLY='-' ;;
    *' --max-requests') REPLY='-' ;;
  esac
}

_budget_argument() {
  REPLY=''
  case "$1" in
    'accounts show 0') REPLY='@account' ;;
    'accounts add 0') REPLY='-' ;;
    'accounts edit 0') REPLY='@account' ;;
    'accounts close 0') REPLY='@account' ;;
    'accounts reopen 0') REPLY='@closed_account' ;;
    'accounts delete 0') REPLY='@account' ;;
    'accounts register 0') REPLY='@account' ;;
    'accounts reconcile 0') REPLY='@account' ;;
    'month show 0') REPLY='@category' ;;
    'month show 1') REPLY='@category' ;;
    'month edit 0') REPLY='=this last next' ;;
    'month assign '*) REPLY='@category' ;;
    'month move 0') REPLY='-' ;;
    'month move 1') REPLY='@category' ;;
    'month move 2') REPLY='@category' ;;
    'month cover '*) REPLY='@category' ;;
    'month fund '*) REPLY='@category' ;;
    'month sweep '*) REPLY='@category' ;;
    'month copy 0') REPLY='=this last next' ;;
    'month grid 0') REPLY='=this last next' ;;
    'month check 0') REPLY='=this last next' ;;
    'report summary 0') REPLY='=this last next' ;;
    'report trend '*) REPLY='@category' ;;
    'report afford 0') REPLY='-' ;;
    'tx list '*) REPLY='-' ;;
    'tx show '*) REPLY='=last' ;;
    'tx add 0') REPLY='-' ;;
    'tx add 1') REPLY='@merchant' ;;
    'tx add 2') REPLY='@category' ;;
    'tx transfer 0') REPLY='-' ;;
    'tx edit '*) REPLY='=last' ;;
    'tx split 0') REPLY='=last' ;;
    'tx split '*) REPLY='@category' ;;
    'tx unsplit 0') REPLY='=last' ;;
    'tx approve '*) REPLY='=last' ;;
    'tx clear '*) REPLY='=last' ;;
    'tx delete '*) REPLY='=last' ;;
    'tx restore '*) REPLY='=last' ;;
    'categories show 0') REPLY='@category' ;;
    'categories add 0') REPLY='-' ;;
    'categories rename 0') REPLY='@category' ;;
    'categories rename 1') REPLY='-' ;;
    'categories move 0') REPLY='@category' ;;
    'categories reorder 0') REPLY='@category' ;;
    'categories archive '*) REPLY='@category' ;;
    'categories unarchive '*) REPLY='@archived_category' ;;
    'categories merge '*) REPLY='@category' ;;
    'categories delete 0') REPLY='@category' ;;
    'groups add 0') REPLY='-' ;;
    'groups rename 0') REPLY='@group' ;;
    'groups rename 1') REPLY='-' ;;
    'groups reorder 0') REPLY='@group' ;;
    'groups delete 0') REPLY='@group' ;;
    'merchants show 0') REPLY='@merchant' ;;
    'merchants add 0') REPLY='-' ;;
    'merchants rename 0') REPLY='@merchant' ;;
    'merchants rename 1') REPLY='-' ;;
    'merchants merge '*) REPLY='@merchant' ;;
    'merchants delete 0') REPLY='@merchant' ;;
    'spend  0') REPLY='-' ;;
    'spend  1') REPLY='@merchant' ;;
    'spend  2') REPLY='@category' ;;
    'earn  0') REPLY='-' ;;
    'earn  1') REPLY='@merchant' ;;
    'earn  2') REPLY='@category' ;;
    'import  '*) REPLY='/' ;;
    'export  0') REPLY='=all' ;;
    'migrate run 0') REPLY='/' ;;
    'migrate verify 0') REPLY='-' ;;
    'migrate verify 1') REPLY='/' ;;
    'migrate update 0') REPLY='-' ;;
    'migrate update 1') REPLY='/' ;;
    'imports show 0') REPLY='-' ;;
    'imports resume 0') REPLY='-' ;;
    'imports undo 0') REPLY='-' ;;
    'layouts show 0') REPLY='-' ;;
    'layouts delete 0') REPLY='-' ;;
    'history show 0') REPLY='@history_entry' ;;
    'drafts show 0') REPLY='-' ;;
    'drafts apply 0') REPLY='-' ;;
    'drafts drop 0') REPLY='-' ;;
    'undo  0') REPLY='@history_entry' ;;
    'redo  0') REPLY='@history_entry' ;;
    'targets set 0') REPLY='@category' ;;
    'targets set 1') REPLY='-' ;;
    'targets clear 0') REPLY='@category' ;;
    'targets snooze 0') REPLY='@category' ;;
    'rules apply 0') REPLY='-' ;;
    'rules remove 0') REPLY='-' ;;
    'rules move 0') REPLY='-' ;;
    'rules move 1') REPLY='-' ;;
    'schedules show 0') REPLY='@schedule' ;;
    'schedules add 0') REPLY='-' ;;
    'schedules add 1') REPLY='@merchant' ;;
    'schedules add 2') REPLY='@category' ;;
    'schedules edit 0') REPLY='@schedule' ;;
    'schedules edit 1') REPLY='-' ;;
    'schedules post 0') REPLY='@schedule' ;;
    'schedules skip 0') REPLY='@schedule' ;;
    'schedules match 0') REPLY='@schedule' ;;
    'schedules match 1') REPLY='=last' ;;
    'schedules unmatch 0') REPLY='=last' ;;
    'schedules pause 0') REPLY='@schedule' ;;
    'schedules resume 0') REPLY='@schedule' ;;
    'schedules delete 0') REPLY='@schedule' ;;
    'workspaces create 0') REPLY='-' ;;
    'workspaces rename 0') REPLY='-' ;;
    'workspaces rename 1') REPLY='-' ;;
    'workspaces archive 0') REPLY='-' ;;
    'workspaces unarchive 0') REPLY='-' ;;
    'workspaces delete 0') REPLY='-' ;;
    'workspaces upload 0') REPLY='-' ;;
    'workspaces download 0') REPLY='-' ;;
    'workspaces download 1') REPLY='/' ;;
    'keys revoke 0') REPLY='-' ;;
    'db query 0') REPLY='-' ;;
    'db backup 0') REPLY='/' ;;
    'db restore 0') REPLY='/' ;;
    'profile use 0') REPLY='-' ;;
    'profile show 0') REPLY='-' ;;
    'profile add 0') REPLY='-' ;;
    'profile remove 0') REPLY='-' ;;
    'config get 0') REPLY='=default_profile default_account history_keep' ;;
    'config set 0') REPLY='=default_profile default_account history_keep' ;;
    'config set 1') REPLY='-' ;;
    'config unset 0') REPLY='=default_profile default_account history_keep' ;;
    'completion install 0') REPLY='=bash zsh fish' ;;
    'api  0') REPLY='=GET POST PATCH DELETE' ;;
    'api  1') REPLY='-' ;;
    'help  0') REPLY='=environment exit-codes formats requests import query reports review undo accounts month report tx categories groups merchants spend earn export migrate imports layouts history drafts redo targets rules schedules upcoming status workspaces keys db auth profile config quota doctor init serve mcp demo completion api' ;;
  esac
}

_budget_words() {
  COMPREPLY=($(compgen -W "$1" -- "$2"))
}

# Names may contain spaces and special characters, so each one is quoted.
_budget_names() {
  local name typed=$2 lead=
  case $typed in [\"\']*) lead=${typed:0:1} typed=${typed:1} ;; esac
  [[ $lead ]] || typed=${typed//\\/}
  COMPREPLY=()
  while IFS= read -r name; do
    name=${name%%$'\t'*}
    [[ ${name,,} == "${typed,,}"* ]] || continue
    case $lead in
      \") name=${name//\\/\\\\} name=${name//\"/\\\"} name=${name//\$/\\\$} name=${name//\`/\\\`} ;;
      \') [[ $name == *\'* ]] && continue ;;
      *) printf -v name %q "$name" ;;
    esac
    COMPREPLY+=("$name")
  done < <("${COMP_WORDS[0]}" __complete "$1" 2>/dev/null)
}

# Completes a value by the code of its completion: @kind asks budget for names, =words lists words, / is a file.
_budget_offer() {
  case $1 in
    @*) _budget_names "${1#@}" "$2" ;;
    =*) _budget_words "${1#=}" "$2" ;;
    /) compopt -o filenames; COMPREPLY=($(compgen -f -- "$2")) ;;
  esac
}

# The values of a flag; without a verb, those of the default verb.
_budget_flag_values() {
  local verb=$2
  [[ $verb || ! $1 ]] || { _budget_default_verb "$1"; verb=$REPLY; }
  _budget_value "$1 $verb $3"
}

_budget() {
  local REPLY at noun='' verb='' position=0 word cur=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  # Readline splits --flag=value at the equals sign, unless COMP_WORDBREAKS lacks it.
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=${COMP_WORDS[at]}
    case $word in
      -*)
        [[ $word == *=* ]] && continue
        _budget_flag_values "$noun" "$verb" "$word"
        if [[ $REPLY ]]; then
          if [[ ${COMP_WORDS[at + 1]} == = ]]; then
            ((at++))
            if ((at == COMP_CWORD)); then _budget_offer "$REPLY" ''; return; fi
          fi
          if ((at + 1 == COMP_CWORD)); then _budget_offer "$REPLY" "$cur"; return; fi
          ((at++))
        fi
        ;;
      *)
        if [[ ! $noun ]]; then _budget_noun "$word"; noun=$REPLY; [[ $noun ]] || return
        elif [[ ! $verb ]] && { _budget_verbs "$noun"; [[ " $REPLY " == *" $word "* ]]; }; then verb=$word
        else ((position++)); fi
        ;;
    esac
  done
  if [[ $cur == --*=* ]]; then
    _budget_flag_values "$noun" "$verb" "${cur%%=*}"
    [[ $REPLY ]] || return
    _budget_offer "$REPLY" "${cur#*=}"
    COMPREPLY=("${COMPREPLY[@]/#/${cur%%=*}=}")
  elif [[ $cur == -* ]]; then
    local flags
    [[ $verb || ! $noun ]] || { _budget_default_verb "$noun"; verb=$REPLY; }
    _budget_flags "$noun $verb"; flags=$REPLY
    _budget_flags ''
    _budget_words "$flags $REPLY" "$cur"
  elif [[ ! $noun ]]; then
    _budget_words 'accounts month report review tx categories groups merchants spend earn import export migrate imports layouts history drafts undo redo targets rules schedules upcoming status workspaces keys db auth profile config quota doctor init serve mcp demo completion api help' "$cur"
  else
    _budget_verbs "$noun"
    if [[ ! $verb && ${REPLY// /} ]]; then _budget_words "$REPLY" "$cur"; return; fi
    _budget_argument "$noun $verb $position"
    _budget_offer "$REPLY" "$cur"
  fi
}

complete -F _budget budget
