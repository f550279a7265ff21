/** The transactions of a category in a month, on a screen: each key makes one command. */

import { createShownCheck } from '../../command/check-shown.ts'
import type { CheckBeforeRun } from '../../command/context.ts'
import type { MonthCategory } from '../../contract/operations/months.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { isNegative, negate } from '../../money/decimal.ts'
import { padToWidth, truncateToWidth } from '../../output/display-width.ts'
import { colorAmount, groupThousands } from '../../output/format-amount.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import type { RowPages } from '../../output/view.ts'
import type { FormOptions } from '../../screens/form.ts'
import type { ScreenStyle } from '../../screens/frame.ts'
import { findAction, type KeyBinding, listKeyHelp, listKeyLabels, moveKeys } from '../../screens/key-table.ts'
import { createQuestionPanel, createTextPanel, type Panel } from '../../screens/panel.ts'
import { findFirstShown, moveCursor } from '../../screens/scroll.ts'
import { listMonthCategories } from '../assign.ts'
import { listCategories, listNames, openForm } from './month-forms.ts'
import { type MonthSession, runChecked, toReference } from './month-session.ts'

type EnvelopeAction =
  | 'approve'
  | 'edit'
  | 'category'
  | 'merchant'
  | 'transfer'
  | 'split'
  | 'note'
  | 'delete'
  | 'help'

/** The keys of the transactions of a category. */
const envelopeKeys: readonly KeyBinding<EnvelopeAction>[] = [
  { keys: ['enter'], action: 'approve', label: 'approve', help: 'approves the transaction' },
  { keys: ['e'], action: 'edit', label: 'amount, date', help: 'changes amount and date' },
  { keys: ['c'], action: 'category', label: 'category', help: 'changes the category' },
  { keys: ['m'], action: 'merchant', label: 'merchant', help: 'changes the merchant' },
  { keys: ['t'], action: 'transfer', label: 'transfer', help: 'makes it a transfer from or to an account' },
  { keys: ['s'], action: 'split', label: 'split', help: 'splits it: one part into another category' },
  { keys: ['n'], action: 'note', label: 'note', help: 'changes the note' },
  { keys: ['d'], action: 'delete', label: 'delete', help: 'deletes it, after y' },
  { keys: ['?', 'f1'], action: 'help', label: 'keys' },
]

const MAX_ROWS = 500

interface EnvelopeState {
  rows: Transaction[]
  cursor: number
}

/** Returns the panel with the transactions of a category in the month of the screen. */
export async function openEnvelope(session: MonthSession, category: MonthCategory): Promise<Panel> {
  const { state } = session
  const list: EnvelopeState = { rows: [], cursor: 0 }
  const reference = toReference(state, category)
  const read = async (): Promise<void> => {
    list.rows = await listRows(session, reference)
    list.cursor = Math.max(0, Math.min(list.cursor, list.rows.length - 1))
  }
  await read()
  return {
    title: `${category.name}: ${list.rows.length === 0 ? 'no transactions' : 'transactions'} in ${state.month}`,
    render: (style, space) => renderRows(list, style, space),
    listKeys: () => ['↑↓ move', ...listKeyLabels(envelopeKeys), 'Esc back'],
    refresh: read,
    async handle(key) {
      if (key.name === 'escape') return 'close'
      const move = findAction(moveKeys, key)
      if (move) list.cursor = moveCursor(list.cursor, move, { count: list.rows.length, page: PAGE })
      const row = list.rows[list.cursor]
      const action = findAction(envelopeKeys, key)
      if (action === 'help')
        state.panels.push(
          createTextPanel('Keys', listKeyHelp([...moveKeys, ...envelopeKeys]), { isWhole: true }),
        )
      else if (action === 'approve' && row)
        await runChecked(session, ['tx', 'approve', row.id], checkRow(row))
      else if (action && action !== 'approve' && row)
        state.panels.push(await openAction(session, action, row))
      if (action) await read()
      return 'stay'
    },
  }
}

const PAGE = 10

const checkRow = (row: Transaction): CheckBeforeRun =>
  createShownCheck({ transaction: row }, (api) => api.getTransaction({ transaction_id: row.id }))

async function listRows({ runner, state }: MonthSession, reference: string): Promise<Transaction[]> {
  const period = ['--period', state.month]
  const { result, error } = await runner.run([
    'tx',
    'list',
    ...period,
    '--limit',
    String(MAX_ROWS),
    '--category',
    reference,
  ])
  if (error !== undefined) throw error
  const rows: Transaction[] = []
  // What `tx list` returns.
  for await (const page of result as RowPages<Transaction>) rows.push(...page)
  return rows
}

/** Returns the panel that asks for what a key changes. */
async function openAction(
  session: MonthSession,
  action: Exclude<EnvelopeAction, 'approve' | 'help'>,
  row: Transaction,
): Promise<Panel> {
  const edit = ['tx', 'edit', row.id]
  const check = checkRow(row)
  const date = { label: 'Date', value: row.date }
  if (action === 'delete')
    return createQuestionPanel('Delete this transaction?', [` ${describeRow(row)}`], async () => {
      await runChecked(session, ['--yes', 'tx', 'delete', row.id], check)
    })
  const open = (parts: Pick<FormOptions, 'fields' | 'toCommand'>): Promise<Panel> =>
    openForm(session, { title: describeRow(row), verb: 'save', ...parts }, check)
  switch (action) {
    case 'edit':
      return open({
        // The lines of a split have its amounts.
        fields: row.splits ? [date] : [{ label: 'Amount', value: row.amount }, date],
        toCommand: (values) => [
          ...edit,
          ...(row.splits ? [] : ['--amount', values[0] ?? '']),
          '--date',
          values.at(-1) ?? '',
        ],
      })
    case 'category':
      return open({
        fields: [{ label: 'Category', choices: listCategories(session) }],
        toCommand: ([category = '']) => [...edit, '--set-category', category],
      })
    case 'merchant': {
      const merchants = await session.context.workspace.names.merchants()
      const choices = listNames(merchants)
      return open({
        fields: [{ label: 'Merchant', value: row.merchant_name ?? '', choices, allowsNew: true }],
        toCommand: ([merchant = '']) => [...edit, '--set-merchant', merchant],
      })
    }
    case 'transfer': {
      const accounts = await session.context.workspace.names.accounts()
      const others = accounts.filter(({ id, closed }) => id !== row.account_id && !closed)
      const label = isNegative(row.amount) ? 'To' : 'From'
      return open({
        fields: [{ label, choices: listNames(others) }],
        toCommand: ([other = '']) => toTransfer(row, other),
      })
    }
    case 'note':
      return open({
        fields: [{ label: 'Note', value: row.notes ?? '', isOptional: true }],
        toCommand: ([notes = '']) => [...edit, ...(notes === '' ? ['--clear-notes'] : ['--notes', notes])],
      })
    case 'split':
      return open(createSplitForm(session, row))
  }
}

/** Returns the fields that split a transaction into two categories. */
function createSplitForm(session: MonthSession, row: Transaction): Pick<FormOptions, 'fields' | 'toCommand'> {
  const choices = listCategories(session)
  return {
    fields: [
      { label: 'Category', choices },
      { label: 'Amount' },
      { label: 'Rest', choices, value: findReference(session, row.category_id) },
    ],
    toCommand: ([category = '', amount = '', rest = '']) => [
      'tx',
      'split',
      '--rest',
      rest,
      '--',
      row.id,
      `${category}=${amount}`,
    ],
  }
}

/** Returns the command that makes a transaction a transfer from or to another account. */
function toTransfer({ id, amount, date, account_id, notes }: Transaction, other: string): string[] {
  const [from, to] = isNegative(amount) ? [account_id, other] : [other, account_id]
  const flags = [`--from=${from}`, `--to=${to}`, `--date=${date}`, `--replaces=${id}`]
  const note = notes === null ? [] : [`--notes=${notes}`]
  return ['tx', 'transfer', ...flags, ...note, '--', isNegative(amount) ? negate(amount) : amount]
}

const findReference = ({ state }: MonthSession, id: string | null): string => {
  const category = listMonthCategories(state.reply).find((one) => one.id === id)
  return category ? toReference(state, category) : ''
}

const describeRow = ({ date, merchant_name: merchant, amount }: Transaction): string =>
  [date, merchant ?? '', groupThousands(amount)].filter((text) => text !== '').join('  ')

function renderRows(
  { rows, cursor }: EnvelopeState,
  { columns, colors }: ScreenStyle,
  space: number,
): string[] {
  if (rows.length === 0) return [' None; a adds one']
  const from = findFirstShown(cursor, { count: rows.length, page: space })
  const width = Math.max(...rows.map(({ amount }) => groupThousands(amount).length))
  return rows.slice(from, from + space).map((row, at) => {
    const isCurrent = from + at === cursor
    const amount = colorAmount(row.amount, colors, groupThousands(row.amount).padStart(width))
    const mark = row.review_status === 'reviewed' ? ' ' : '?'
    const left = columns - (width + 16)
    const text = [row.merchant_name ?? '(no merchant)', row.splits ? 'split' : '', row.notes ?? '']
      .filter((part) => part !== '')
      .join(' · ')
    const name = padToWidth(truncateToWidth(sanitizeLine(text), left), left)
    return `${isCurrent ? '▸' : ' '}${row.date} ${mark} ${isCurrent ? colors.bold(name) : name} ${amount}`
  })
}
