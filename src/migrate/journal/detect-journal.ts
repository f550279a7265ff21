/** Recognizes journals of hledger, ledger and beancount by their lines. */

const DATE = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?=[\s=]|$)/
/** beancount writes accounts with capital letters, and its directives behind dates. */
const BEANCOUNT_DIRECTIVE = /^\d{4}-\d\d-\d\d +(?:open|close|balance|pad|commodity|price|custom|txn) /
const BEANCOUNT_OPTION = /^(?:option|plugin) +"/
const BEANCOUNT_TEXTS = /^\d{4}-\d\d-\d\d +[*!] +"/
const JOURNAL_DIRECTIVE = /^(?:account|commodity|payee|include|apply account) +\S/
/** An account, and an amount two spaces behind it, or none. */
const POSTING = /^[ \t]+(?:[*!] )?[^\s;\d][^\t]*$/

const MAX_LINES = 200

/** Returns whose journal a text is; undefined for any other text. */
export function detectJournal(text: string): 'journal' | 'beancount' | undefined {
  const lines = text.split(/\r?\n/, MAX_LINES).filter((line) => !/^[ \t]*;|^[ \t]*$/.test(line))
  if (lines.some((line) => BEANCOUNT_DIRECTIVE.test(line) || BEANCOUNT_OPTION.test(line))) return 'beancount'
  const hasEntry = lines.some((line, at) => DATE.test(line) && POSTING.test(lines[at + 1] ?? ''))
  if (hasEntry) return lines.some((line) => BEANCOUNT_TEXTS.test(line)) ? 'beancount' : 'journal'
  return lines.some((line) => JOURNAL_DIRECTIVE.test(line)) ? 'journal' : undefined
}
