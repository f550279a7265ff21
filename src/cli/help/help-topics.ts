/** Holds the texts of `budget help TOPIC`, for topics that concern several commands. */

import { reportDefinitions } from '../../reports/definitions.ts'

/** A term and its explanation. */
export type TermDefinition = readonly [term: string, meaning: string]

/** A help topic: a text with a list of terms. */
export interface HelpTopic {
  title: string
  /** The text before the terms. */
  intro?: string
  terms: readonly TermDefinition[]
  /** The text after the terms. */
  outro?: string
}

const environmentTopic: HelpTopic = {
  title: 'Environment variables',
  intro: 'Flags override variables, variables override the profile, and the profile overrides defaults.',
  terms: [
    ['BUDGET_PROFILE', 'The profile to use, like --profile'],
    ['BUDGET_WORKSPACE', 'The workspace, by id; a local one also by name'],
    ['BUDGET_BASE_URL', 'A service to use without a profile, such as https://budget.example'],
    ['BUDGET_API_KEY', 'The API key for it; no flag accepts a key'],
    ['BUDGET_API_KEY_FILE', 'A file that contains the key'],
    ['BUDGET_CONFIG_DIR', 'Directory of settings and keys; default ~/.config/budget'],
    ['BUDGET_DATA_DIR', 'Directory of workspaces; default ~/.local/share/budget'],
    ['BUDGET_STATE_DIR', 'Directory of state between runs; default ~/.local/state/budget'],
    ['HTTPS_PROXY, NO_PROXY', 'The proxy for remote services, and hosts that bypass it'],
    ['BUDGET_CURRENCY', 'The default currency of new workspaces'],
    ['BUDGET_READ_ONLY', 'When set, every change is rejected'],
    ['BUDGET_NO_INPUT', 'When set, budget never prompts'],
    ['BUDGET_PAGER, PAGER', 'The pager for long lists, less by default; cat or empty turns it off'],
    ['BUDGET_DEBUG', 'When set, errors show a stack trace'],
    ['NO_COLOR, FORCE_COLOR', 'Turn colors off or on'],
  ],
  outro:
    'With the three directories set, budget writes nothing outside them except files you name and the one that `budget completion install` creates.',
}

const exitCodesTopic: HelpTopic = {
  title: 'Exit codes',
  terms: [
    ['0', 'Done; also an empty list, a closed pipe, a dry run'],
    ['1', 'A bug in budget'],
    ['2', 'The command line is not valid, or an answer is required and there is no terminal'],
    ['3', 'A value is not valid: an amount, a date, a month, a row of a file'],
    ['4', 'Not authenticated: no key, or an invalid one'],
    ['5', 'Forbidden: a read-only key, --read-only, an archived workspace'],
    ['6', 'Not found, or an ambiguous name'],
    ['7', 'Conflict: the name is taken'],
    ['8', 'Incomplete: part is done, the rest can be resumed'],
    ['9', 'Rate limited, and waiting is not allowed'],
    ['10', 'Confirmation required: no terminal and no --yes'],
    ['11', 'No response from the network; nothing was changed'],
    ['12', 'The service or the disk failed'],
    ['13', 'Outcome unknown: a write may or may not have happened'],
    ['20', 'A check found problems'],
    ['130', 'Interrupted (143 by SIGTERM, 129 when the terminal closes)'],
  ],
}

const formatsTopic: HelpTopic = {
  title: 'Output formats',
  intro:
    'Data goes to stdout, everything else to stderr. A terminal shows a table; a pipe or file gets all columns as TSV, in full and without color.',
  terms: [
    ['table', 'Columns that fit the terminal; amounts with thousands separators'],
    ['json', 'One list or object with the fields of the API; the same as --json'],
    ['ndjson', 'One JSON object per line, printed as it arrives'],
    [
      'csv',
      'RFC 4180, with LF at the end of lines on stdout and CR LF in a file; text that a spreadsheet would run as a formula is prefixed with a quote mark',
    ],
    ['tsv', 'Tab-separated; a tab or line break inside a cell becomes a space'],
    ['ids', 'One id per line: budget tx list --needs-review --all --format ids | xargs budget tx approve'],
  ],
  outro:
    'Amounts in json, csv and tsv are decimal strings as in the API. --fields A,B.C selects fields. With a structured format, an error is one JSON object on stderr: {"error":{"id","name","detail",…,"exit_code"}}. Branch on name; id is an HTTP status as text: 400 bad_request and usage, 401 unauthorized, 403 forbidden, 404 not_found, 409 conflict, 428 confirmation_needed, 429 rate_limit_exceeded, 499 interrupted, 500 internal_error and bug, 503 unreachable and service_unavailable, 504 outcome_unknown. A dry run prints {"plan":[{"method","path","body","type","id","before","after"}],"requests":N}, one element for each change; before is null for what would be created, after for what would be deleted, and method, path and body where no request makes the change. A command that accepts several items prints an array, even for one; if it stops early on a remote profile it prints [{"id","name"?,"outcome","error"?}] with done, refused, not_tried or unknown, and exits with 8 (13 when unknown).',
}

const requestsTopic: HelpTopic = {
  title: 'Requests',
  intro:
    'A remote service accepts 200 requests per hour and key. budget makes as few as possible; local workspaces need no requests and have no limit.',
  terms: [
    ['budget quota', 'Shows how many are used and left, and when the limit resets; makes no request'],
    ['--dry-run', 'Shows what a command would send, and the number of requests'],
    ['--verbose', 'Shows each request'],
    ['--max-requests N', 'Stops after N requests; a command whose writes need more does not start'],
    ['--progress json', 'Prints each step and each wait as one JSON object per line on stderr'],
    ['--no-wait', 'Fails when the rate limit is reached, or does not allow all writes of a command'],
    [
      '--max-wait SPAN',
      'Waits up to this long for the rate limit; by default 65 minutes for commands with many requests, such as imports, and 1 minute for all others',
    ],
    ['--refresh', 'Reloads the names of accounts, categories and merchants'],
  ],
  outro:
    'A list makes one request per 500 transactions, an import one per 100. If another client changes a figure between reading and writing it, budget serve rejects the write and budget retries with the new figure. Other services may accept the write, so that one of two relative changes to a category at the same time is lost.',
}

const importTopic: HelpTopic = {
  title: 'Importing bank files',
  intro:
    'budget reads a file correctly, or asks one question that one flag answers. Nothing is imported twice, and nothing before you confirm how the file is read; --dry-run shows it.',
  terms: [
    ['Formats', 'CSV in any layout, OFX and QFX, QIF, CAMT.053 and MT940, detected by their content'],
    [
      'Layouts',
      "How to read a bank's files is confirmed once for each account: on a terminal with yes, in scripts with --accept. Later files need neither. budget layouts lists the layouts; each is a JSON file that can contain rules for its rows",
    ],
    [
      'Duplicates',
      'Rows are compared by account, date, amount and text, and counted: a second coffee is new, an overlapping file adds only what is missing. Rows that were imported and then deleted need --reimport-deleted. --catchup marks all rows as already imported; --concat imports equal rows of two files separately',
    ],
    [
      'Held rows',
      'Possible duplicates are written to FILE.held.csv. --possible skip, import or match applies to all of them, --possible ask asks about each; match gives the existing transaction the date of the bank',
    ],
    [
      'Unreadable rows',
      'If one row is unreadable, nothing is imported and all such rows are listed. --on-error skip imports the others and writes these to FILE.rejected.csv: correct and import that file',
    ],
    [
      'Categories',
      '--review asks before anything is imported, --categorize FILE reads them from a table. --dry-run --plan-out FILE writes a plan, --plan FILE imports exactly that',
    ],
    [
      'Resume and undo',
      'budget imports resume ID resumes an import that was stopped, budget imports undo ID deletes the transactions it created. ID can be the name of the file',
    ],
    [
      '--date-order ORDER',
      'Is 03/04 in March or in April? dmy, mdy or ymd; or the full format: --date-format DD.MM.YYYY',
    ],
    ['--year YYYY', 'The year of the newest row, if dates have none'],
    ['--decimal MARK', 'Is 1.234 more than a thousand? The decimal separator'],
    ['--invert, --no-invert', 'Are amounts without a sign money out, or money in?'],
    ['--out-values D,Af', 'Which values mark an amount as money out?'],
    [
      '--statement NAME',
      'Which account, if the file has several? all imports them together, NAME=ACCOUNT,NAME=ACCOUNT separately',
    ],
    ['--pending import', 'Import pending rows too'],
    [
      '--map date=1,amount=4',
      'Which columns? By number or heading, with + between several: also payee, notes, in, out, flag, balance, ref, status, currency',
    ],
    [
      '--encoding, --delimiter',
      'How the text is stored; --skip N, --skip-end N and --no-header-row define where the rows are',
    ],
  ],
  outro:
    'The exit code is 0 if every row is imported, now or earlier, 2 for a question, 3 for an unreadable row, 8 if rows were held or rejected.',
}

const undoTopic: HelpTopic = {
  title: 'Undo and redo',
  intro:
    'Every change is kept in the history of its workspace with the command that made it: one entry for each command and each import, and for each request to budget serve.',
  terms: [
    ['budget history', 'Lists the entries, newest first; --of NAME lists those about one thing'],
    ['budget history show N', 'Shows every field that an entry changed, before and after'],
    ['budget undo', 'Undoes the newest change'],
    [
      'budget undo N',
      'Undoes another entry. Nothing is changed if a later entry has changed the same things',
    ],
    ['budget undo N --with-later', 'Undoes those later entries as well, newest first, after asking'],
    ['budget undo N --dry-run', 'Shows what an undo would change'],
    ['budget COMMAND --draft', 'Keeps what a command would change, for budget drafts apply; it is one entry'],
    ['budget redo [N]', 'Redoes a change that was undone; an undo is an entry as well'],
    ['budget tx list --deleted', 'Lists deleted transactions; budget tx restore brings them back'],
    [
      'budget config set history_keep 400d',
      'Lets budget db compact remove older entries; by default all are kept',
    ],
  ],
  outro:
    'On a remote profile the history has the changes that this computer made. An undo sends requests; it first says how many, and what the service cannot bring back.',
}

const reviewTopic: HelpTopic = {
  title: 'The keys of a review',
  intro:
    'Each letter below is a command. On a terminal that cannot draw, budget asks line by line: type a letter and then the answer, such as `c groceries`.',
  terms: [
    ['Enter', 'Approves the category after the arrow; at a ? it asks for one'],
    ['c or /', 'Chooses a category: type part of its name, use the arrows, or type a new name to create it'],
    ['s', 'Splits a row, or several rows of the same amount, until nothing is left'],
    ['m, t, n', 'Changes the merchant, makes it a transfer, changes the note'],
    ['r', 'Makes a rule for waiting rows and future ones'],
    ['x', 'Skips the row; in an import, leaves it out'],
    ['Right, Left', 'Shows the rows of one merchant one by one, or together'],
    ['u', 'Undoes the last step, even one from an earlier session'],
    ['A', 'Approves what is sure: by a rule, typed by you, or always the same'],
    ['S', 'Sends the decisions, or imports the rows, after one question'],
    ['q', 'Quits; the decisions are kept, and the same command continues'],
    ['?', 'Lists the keys'],
  ],
}

const reportsTopic: HelpTopic = {
  title: 'Reports',
  intro:
    'Amounts are exact; shares and averages are rounded. A period that is not over ends today, a monthly average covers only its whole months, and --compare takes as many days before. Every report has --definition, --chart, --json and --format csv; most have --rows, which lists the transactions behind each figure.',
  terms: [
    ['summary', 'What budget report shows: a month at a glance'],
    ...Object.entries(reportDefinitions).map(([name, { definition }]): TermDefinition => [name, definition]),
    ['More than before?', 'budget report spending --compare last-year'],
    ['Can I afford it?', 'budget report afford 400 says whether the money is there, and where'],
    ['What costs more?', 'budget report recurring marks prices that rose'],
  ],
  outro: 'budget report html writes all of them as one page.',
}

const queryTopic: HelpTopic = {
  title: 'Queries in SQL',
  intro:
    'budget db query reads these views of a local workspace and changes nothing. Amounts are whole cents (or the smallest unit of the currency), so that sums are exact; money(amount) formats them. Deleted rows are left out.',
  terms: [
    [
      'transactions',
      'seq, date, amount, account, merchant, category, split, transfer_account, notes, status, review_status',
    ],
    [
      'lines',
      'One row for each line of a split, and for each other transaction: transaction_seq, date, amount, account, merchant, category, transfer_account, notes',
    ],
    ['accounts', 'name, type, balance, cleared_balance, pending_balance, closed'],
    ['categories', 'category_group, name, archived'],
    ['assignments', 'month, category, amount'],
  ],
  outro:
    'Example: budget db query "SELECT merchant, money(sum(amount)) FROM lines GROUP BY 1 ORDER BY sum(amount) LIMIT 10"',
}

/** The help topics by name. */
export const helpTopics: Readonly<Record<string, HelpTopic>> = {
  environment: environmentTopic,
  'exit-codes': exitCodesTopic,
  formats: formatsTopic,
  requests: requestsTopic,
  import: importTopic,
  query: queryTopic,
  reports: reportsTopic,
  review: reviewTopic,
  undo: undoTopic,
}
