/**
 * Wraps long lines for a terminal between words, never inside an id, a flag, a quotation or a command.
 * @see docs/cli.md#words
 */

// A command that is copied from two lines would be two commands. After its first two words, a word belongs to
// it if it looks like a flag with a value, a quotation, a file, an id or an assignment. Quotations may
// contain escaped quotes.
const COMMAND =
  /budget(?: [a-z]+(?!\S)){1,2}(?: (?:--?[a-z][\w-]*(?:[ =](?:"[^"]*"|(?:'[^']*'|\\')+|[^\s"'-]\S*))?|"[^"]*"|(?:'[^']*'|\\')+|[^\s"']*[./_=]\S*|\S+(?= --[a-z])))*/
const QUOTED = /"[^"]*"\S*|'[^']*'\S*/
const FLAG = /--[a-z][\w-]* [^\s"']*[A-Z\d_./=][^\s]*/
const PIECES = new RegExp(
  `(\\s*)((?<!\\S)(?:${COMMAND.source})\\S*|(?<!\\S)(?:${QUOTED.source}|${FLAG.source})|\\S+)`,
  'g',
)
// Measuring width exactly would take longer than most commands.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

const countColumns = (text: string): number =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal reads colours as control characters
  text.replace(/\u001b\[[\d;]*m/g, '').replace(WIDE, '--').length

/** Wraps text at a width where its words allow it. Lines that start like JSON stay one line. */
export const wrapForTerminal = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => (countColumns(line) <= width || line.startsWith('{') ? line : wrapLine(line, width)))
    .join('\n')

/** Matches the text before a second column, or the indentation of a line. */
const LABEL = /^\s*(?:\S+(?: \S+)*?\s{2,})?/

function wrapLine(line: string, width: number): string {
  const label = LABEL.exec(line)?.[0] ?? ''
  const hangingIndent = label.length > width / 2 ? '' : ' '.repeat(countColumns(label))
  const lines: string[] = []
  let last = label
  let isEmpty = true
  for (const [, space = '', chunk = ''] of line.slice(label.length).matchAll(PIECES)) {
    const longer = isEmpty ? last + chunk : last + space + chunk
    if (!isEmpty && countColumns(longer) > width) {
      lines.push(last)
      last = hangingIndent + chunk
    } else last = longer
    isEmpty = false
  }
  return [...lines, last].join('\n')
}
