/** Draws the screen of a review: the rows that wait, the question that is asked, the keys. */

import { displayWidth, padToWidth, truncateToWidth } from '../output/display-width.ts'
import { colorAmount, groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { Colors } from '../output/style.ts'
import {
  fitLine,
  LOW_SCREEN,
  padLines,
  renderChoices,
  renderKeyLabels,
  renderTitle,
  type ScreenStyle,
} from '../screens/frame.ts'
import { findFirstShown } from '../screens/scroll.ts'
import { renderTextInput, type TextInput } from '../screens/text-input.ts'

/** What waits: a row, or the rows of one merchant. */
export interface ReviewScreenLine {
  date: string
  account: string
  merchant: string
  /** How many rows it stands for. */
  count: number
  /** A decimal string: the amount of the row, or the total. */
  amount: string
  /** The category by Enter, or what the row has instead; empty if the user must choose. */
  purpose: string
  reason: string
  /** True if it is one of several rows that are shown one by one. */
  is_part?: boolean
}

/** A question: a text that is typed, and the choices that match it. */
export interface ReviewScreenPrompt extends Pick<TextInput, 'text' | 'at'> {
  title: string
  /** Undefined if any text is an answer. */
  choices?: readonly { label: string; reason?: string }[]
  chosen: number
}

/** What the screen shows. */
export interface ReviewScreen {
  title: string
  progress: string
  /** What becomes of the decisions, on the right of the title. */
  remark: string
  lines: readonly ReviewScreenLine[]
  cursor: number
  /** More about the row under the cursor, in at most two lines. */
  detail: readonly string[]
  prompt?: ReviewScreenPrompt
  message: string
  /** The keys that can be pressed now, each with what it does; the important ones first. */
  keys: readonly string[]
  /** Replaces the rows. */
  help?: readonly string[]
}

/** Returns the lines of the screen: none wider than it, and one fewer than it has. */
export function renderReviewScreen(screen: ReviewScreen, style: ScreenStyle): string[] {
  const height = style.rows - 1
  const keyLines = renderKeyLabels(screen.keys, style)
  const head = [renderReviewTitle(screen, style)]
  // The help is the only thing to read.
  const above = screen.help ? [] : [...renderDetail(screen, style), renderMessage(screen, style)]
  const footer = [...above, ...keyLines]
  const space = Math.max(1, height - head.length - footer.length)
  return [...head, ...renderBody(screen, style, space), ...footer].slice(0, height)
}

/** Returns what a terminal prints that has no screen: the row, the question, the keys. */
export function renderReviewQuestion(screen: ReviewScreen, style: ScreenStyle): string[] {
  const { help, prompt, lines, cursor } = screen
  const current = lines.slice(cursor, cursor + 1)
  return [
    ...(screen.message === '' ? [] : [fitLine(screen.message, style)]),
    ...(prompt ? [] : [renderReviewTitle(screen, style)]),
    ...(help ?? []).map((line) => fitLine(line, style)),
    ...(help ? [] : current.map((line) => renderLine(line, style, measureLines(current, style)))),
    ...(prompt ? [] : screen.detail.map((line) => fitLine(` ${line}`, style))),
    ...(prompt
      ? [...renderPromptChoices(prompt, style, MAX_LISTED_CHOICES), ...renderMoreChoices(prompt)]
      : renderKeyLabels(screen.keys, { ...style, rows: 0 })),
    ...(prompt
      ? [fitLine(`${prompt.title}${prompt.text === '' ? '' : ` [${prompt.text}]`} (. goes back):`, style)]
      : []),
  ]
}

/** Returns the rows without a screen, one line each. */
export const renderReviewLines = (lines: readonly ReviewScreenLine[], style: ScreenStyle): string[] => {
  const widths = measureLines(lines, style)
  return lines.map((line) => renderLine(line, style, widths).slice(1))
}

const MAX_LISTED_CHOICES = 8

const renderReviewTitle = ({ title, progress, remark }: ReviewScreen, style: ScreenStyle): string =>
  renderTitle([title, progress].filter((part) => part !== '').join('   '), remark, style)

function renderBody(screen: ReviewScreen, style: ScreenStyle, space: number): string[] {
  const { help, prompt, lines, cursor } = screen
  if (help)
    return padLines(
      help.slice(0, space).map((line) => fitLine(line, style)),
      space,
    )
  const widths = measureLines(lines, style)
  const show = (from: number, count: number): string[] =>
    lines
      .slice(from, from + count)
      .map((line, at) => renderLine(line, style, { ...widths, isCurrent: from + at === cursor }))
  if (!prompt?.choices) {
    const from = findFirstShown(cursor, { count: lines.length, page: space })
    return padLines(show(from, space), space)
  }
  const above = show(Math.max(0, Math.min(cursor, lines.length - 1)), 1)
  return padLines([...above, ...renderPromptChoices(prompt, style, space - above.length)], space)
}

const renderPromptChoices = (
  { choices = [], chosen }: ReviewScreenPrompt,
  style: ScreenStyle,
  space: number,
): string[] => renderChoices(choices, chosen, { ...style, space })

/** Says how many choices the list leaves out. */
const renderMoreChoices = ({ choices = [] }: ReviewScreenPrompt): string[] =>
  choices.length > MAX_LISTED_CHOICES
    ? [`     and ${choices.length - MAX_LISTED_CHOICES} more; type part of the name`]
    : []

interface LineWidths {
  date: number
  account: number
  merchant: number
  amount: number
  purpose: number
  isCurrent?: boolean
}

const MAX_ACCOUNT = 12
const ROOMY = 60

const formatName = ({ merchant, is_part: isPart = false }: ReviewScreenLine): string =>
  `${isPart ? '· ' : ''}${merchant === '' ? '(no merchant)' : sanitizeLine(merchant)}`

const formatCount = ({ count }: ReviewScreenLine): string => (count > 1 ? ` ×${count}` : '')

const MIN_NAME = 4

/** Returns the merchant in at most `width` columns; a long name gives way to the number of rows. */
function formatMerchant(line: ReviewScreenLine, width = Number.POSITIVE_INFINITY): string {
  const count = formatCount(line)
  const space = width - displayWidth(count)
  if (space < MIN_NAME) return truncateToWidth(formatName(line), width)
  return truncateToWidth(formatName(line), space) + count
}

const formatPurpose = ({ purpose, reason }: ReviewScreenLine): string =>
  purpose === '' ? '?' : `${sanitizeLine(purpose)}${reason === '' ? '' : ` (${sanitizeLine(reason)})`}`

/** Below this width, merchant and category are worth more than the account. */
const MIN_SHARED = 24

/** Divides the columns: date, account and amount get what they need, merchant and category share the rest. */
function measureLines(lines: readonly ReviewScreenLine[], { columns }: ScreenStyle): LineWidths {
  const widest = (format: (line: ReviewScreenLine) => string): number =>
    lines.reduce((most, line) => Math.max(most, displayWidth(format(line))), 0)
  const date = columns < ROOMY ? 5 : 10
  const amount = widest((line) => groupThousands(line.amount))
  const withoutAccount = Math.max(2, columns - (1 + date + 2 + 2 + amount + 3))
  const wanted = Math.min(
    MAX_ACCOUNT,
    widest((line) => sanitizeLine(line.account)),
  )
  const account = columns < ROOMY || withoutAccount - wanted - 2 < MIN_SHARED ? 0 : wanted
  const shared = account === 0 ? withoutAccount : withoutAccount - account - 2
  const half = Math.max(Math.floor(shared / 2), shared - widest(formatPurpose))
  const merchant = Math.max(
    1,
    Math.min(
      widest((line) => formatMerchant(line)),
      half,
    ),
  )
  return { date, account, merchant, amount, purpose: Math.max(1, shared - merchant) }
}

function renderLine(line: ReviewScreenLine, { colors }: ScreenStyle, widths: LineWidths): string {
  const { isCurrent = false } = widths
  const emphasize = isCurrent ? colors.bold : (text: string): string => text
  const cells = [
    line.date.slice(-widths.date),
    ...(widths.account === 0
      ? []
      : [padToWidth(truncateToWidth(sanitizeLine(line.account), widths.account), widths.account)]),
    emphasize(padToWidth(formatMerchant(line, widths.merchant), widths.merchant)),
    colorAmount(line.amount, colors, groupThousands(line.amount).padStart(widths.amount)),
  ]
  return `${isCurrent ? '▸' : ' '}${cells.join('  ')} → ${renderPurpose(line, colors, widths)}`
}

const CHOOSE = '? Enter to choose'

function renderPurpose(line: ReviewScreenLine, colors: Colors, { purpose, isCurrent }: LineWidths): string {
  if (line.purpose === '') return colors.yellow(isCurrent && purpose >= CHOOSE.length ? CHOOSE : '?')
  const text = truncateToWidth(formatPurpose(line), purpose)
  const name = sanitizeLine(line.purpose)
  return text.startsWith(name) ? name + colors.dim(text.slice(name.length)) : text
}

const DETAIL_LINES = 2

/** Returns always as many lines, so that the rows above stay where they are. */
function renderDetail({ detail }: ReviewScreen, style: ScreenStyle): string[] {
  const space = style.rows < LOW_SCREEN ? 1 : DETAIL_LINES
  const lines = detail.slice(0, space).map((line) => style.colors.dim(fitLine(` ${line}`, style)))
  return padLines(lines, space)
}

function renderMessage({ prompt, message }: ReviewScreen, style: ScreenStyle): string {
  if (!prompt) return style.colors.yellow(fitLine(message, style))
  const question = `${sanitizeLine(prompt.title)}: `
  const shown = renderTextInput(prompt, style.columns - displayWidth(question))
  const warning = message === '' ? '' : `   ${sanitizeLine(message)}`
  const rest = style.columns - displayWidth(question) - displayWidth(shown)
  return `${style.colors.bold(question)}${shown}${style.colors.yellow(rest > 4 ? truncateToWidth(warning, rest) : '')}`
}
