/** Holds the texts of `budget help TOPIC`, for topics that concern several commands. */

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
  intro: 'A flag goes before a variable, a variable before the profile, the profile before what is built in.',
  terms: [
    ['BUDGET_PROFILE', 'The profile to work on, as --profile'],
    ['BUDGET_WORKSPACE', 'The workspace, by id; on this machine also by name'],
    ['BUDGET_BASE_URL', 'A service to use without a profile, such as https://budget.example'],
    ['BUDGET_API_KEY', 'The key for it; no flag ever takes a key'],
    ['BUDGET_API_KEY_FILE', 'A file that holds the key'],
    ['BUDGET_CONFIG_DIR', 'Where settings and keys lie instead of ~/.config/budget'],
    ['BUDGET_DATA_DIR', 'Where workspaces lie instead of ~/.local/share/budget'],
    ['BUDGET_STATE_DIR', 'Where state between runs lies instead of ~/.local/state/budget'],
    ['HTTPS_PROXY, NO_PROXY', 'The proxy to services elsewhere, and the hosts reached without it'],
    ['BUDGET_CURRENCY', 'The currency of a workspace that is made without being told one'],
    ['BUDGET_READ_ONLY', 'When set, every change is refused'],
    ['BUDGET_NO_INPUT', 'When set, nothing is ever asked'],
    [
      'BUDGET_PAGER, PAGER',
      'What shows long lists on a terminal; cat or nothing turns it off, less when not set',
    ],
    ['BUDGET_DEBUG', 'When set, a bug of ours shows where it is'],
    ['NO_COLOR, FORCE_COLOR', 'Colours off, colours on'],
  ],
  outro:
    'With the three directories set, nothing outside them is touched but files that are named, and the one that `budget completion install` writes.',
}

const exitCodesTopic: HelpTopic = {
  title: 'Exit codes',
  terms: [
    ['0', 'Done; also an empty list, a closed pipe, a dry run'],
    ['1', 'A bug of budget'],
    ['2', 'The command line cannot be meant, or an answer is needed and there is no terminal'],
    ['3', 'A value was refused: an amount, a date, a month, a row of a file'],
    ['4', 'Not authenticated: no key, or not a valid one'],
    ['5', 'Forbidden: a read-only key, --read-only, an archived workspace'],
    ['6', 'Not found, or a name that several things have'],
    ['7', 'Conflict: the name is taken'],
    ['8', 'Incomplete: part is done, the rest can be taken up again'],
    ['9', 'Rate limited, and not allowed to wait'],
    ['10', 'A confirmation is needed: no terminal and no --yes'],
    ['11', 'No answer from the network; nothing was changed'],
    ['12', 'The service, or the disk, failed'],
    ['13', 'Outcome unknown: a write may or may not have happened'],
    ['20', 'A check found problems'],
    ['130', 'Interrupted'],
  ],
}

const formatsTopic: HelpTopic = {
  title: 'Output formats',
  intro:
    'Data goes to stdout, everything else to stderr. On a terminal a table is drawn; anywhere else the same columns come as TSV, whole and without colour.',
  terms: [
    ['table', 'Columns within the width of the terminal; amounts may be grouped'],
    ['json', 'One value: a list or an object, with the fields of the API; --json for short'],
    ['ndjson', 'One JSON object a line, written as they come'],
    ['csv', 'RFC 4180; text that a spreadsheet would run as a formula gets a quote mark before it'],
    ['tsv', 'Columns between tabs; a tab or line end within a cell becomes a blank'],
    [
      'ids',
      'Ids alone, a line each: budget tx list --uncategorized --all --format ids | xargs budget tx approve',
    ],
  ],
  outro:
    'Amounts in json, csv, tsv and ids are decimal strings as the API has them. --fields A,B.C picks fields. With a structured format an error is one JSON object on stderr: {"error":{"id","name","detail",…,"exit_code"}}. Branch on name; id mirrors an HTTP status as text: 400 bad_request and usage, 401 unauthorized, 403 forbidden, 404 not_found, 409 conflict, 428 confirmation_needed, 429 rate_limit_exceeded, 499 interrupted, 500 internal_error and bug, 503 unreachable, 504 outcome_unknown. A dry run prints {"plan":[{"method","path","body","before"?,"after"?}],"requests":N}; what is no request has method and path null and says in local what it is: workspace, group, category, key, target, snooze, rule, setting, profile, layout or file. A command that takes several things prints an array, also for one; stopped in the middle on a remote profile it prints [{"id","name"?,"outcome","error"?}] with done, refused, not_tried or unknown, and ends with 8 (13 when unknown).',
}

const requestsTopic: HelpTopic = {
  title: 'Requests',
  intro:
    'A service takes 200 requests an hour from a key. budget spends as few as it can; the workspaces on this machine cost none and have no limit.',
  terms: [
    ['budget quota', 'How many are used and left, and when the hour ends; costs none'],
    ['--dry-run', 'Shows what a command would send, and how many requests that takes'],
    ['--verbose', 'Says each request that is made'],
    [
      '--max-requests N',
      'Stops before a request beyond so many; several writes that need more are not begun',
    ],
    ['--progress json', 'Says each step and each wait as a JSON object on a line of stderr'],
    ['--no-wait', 'Fails at once when the hour is used up, or has no room for all writes of a command'],
    [
      '--max-wait SPAN',
      'Waits at most so long for the next hour; when left out, imports and other commands of many requests wait up to 65 minutes, all others up to 1 minute',
    ],
    ['--refresh', 'Reads the names of accounts, categories and merchants anew'],
  ],
  outro:
    'A list costs one request for each 500 transactions, an import one for each 100. Between reading a figure and writing it another client may change it: budget serve refuses such a write, and it is made again from the new figure. Other services take it, so that of two relative changes of one category at the same moment one can be lost there.',
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

/** The help topics by name. */
export const helpTopics: Readonly<Record<string, HelpTopic>> = {
  environment: environmentTopic,
  'exit-codes': exitCodesTopic,
  formats: formatsTopic,
  requests: requestsTopic,
  import: importTopic,
}
