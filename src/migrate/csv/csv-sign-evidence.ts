/** Collects what the rows of a table say about its amounts: whether spending is above or below zero. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { AmountFormat } from '../../tables/cells/amount-format.ts'
import { parseAmountParts } from '../../tables/cells/amount-parts.ts'
import type { ReadSourceOptions } from '../../tables/source-file.ts'
import { rememberByText } from '../remember-by-text.ts'
import { hasCardName } from '../suggest-account-type.ts'
import {
  type CsvCells,
  type CsvFile,
  hasFeeCell,
  isStartingRow,
  isTransferRow,
  listCells,
} from './csv-cells.ts'
import { isDoubleEntry } from './csv-double-entry.ts'
import { isInType, isOutType, isPaymentType, isSaleType, isSpendingType } from './transaction-types.ts'

/**
 * What tells the sign of spending, and how many rows it takes. A refund is a spending row with the other sign, so one
 * such row proves little.
 */
export const fewestVotes = {
  header: 1,
  incomeType: 1,
  incomeCategory: 1,
  incomePayee: 1,
  plusSign: 1,
  cardPayment: 1,
  balance: 1,
  spendingType: 3,
  spendingCategory: 3,
}

/** A kind of evidence. */
export type EvidenceKind = keyof typeof fewestVotes

/** The rows of a file that say that spending is above or below zero. */
export type Votes = Record<SpendingSign, number>

/** A cell with an amount, the type of its row, and its place. */
export interface AmountExample {
  origin: string
  cell: string
  type: string
}

/** What the rows of a file show. */
export interface SignEvidence {
  rows: number
  positive: number
  negative: number
  /** Rows by what their type says, and by their sign; types such as `payment` are doubtful. */
  out: Votes
  payments: Votes
  in: Votes
  /** Rows of income by what their category says. */
  income: Votes
  /** Transfers whose type does not say in which direction they went. */
  transfers: Votes
  transfer: AmountExample | undefined
  /** An amount without a sign for each type that says neither `debit` nor `credit`, if no amount of it has a sign. */
  open: ReadonlyMap<string, AmountExample>
  /** The first amount without a sign of its own. */
  unsigned: AmountExample | undefined
  /** The first row below zero whose type does not say its direction. */
  signed: AmountExample | undefined
  /** The first row with a type that is known, and an amount below zero although it is income. */
  received: AmountExample | undefined
  votes: Record<EvidenceKind, Votes>
  /** The first row above zero. */
  example: AmountExample | undefined
}

const INCOME_NAME =
  /^(?:[\p{L}& ]+ )?(?:income|salary|wages?|pay ?checks?|payroll|einkommen|einnahmen|gehalt|lohn|salaire|revenus?|salario|sueldo|nómina|ingresos|stipendio|salário|loon|inkomen|salaris|lön|inkomst|wynagrodzenie)$/iu
const SPENDING_NAME =
  /^(?:groceries|rent|restaurants?|dining(?: out)?|food(?: ?& ?(?:dining|drinks?))?|utilities|gas|fuel|shopping|clothing|entertainment|coffee(?: shops)?|lebensmittel|miete|supermarché|courses|loyer|supermercado|comida|alquiler|spesa|affitto|boodschappen|huur|mat|hyra|zakupy|czynsz)$/iu
const INCOME_PAYEE =
  /(?<!\p{L})(?:payroll|salary|wages|pay ?check|gehalt|lohn|salaire|nómina|stipendio|salário|salaris|wynagrodzenie)(?!\p{L})/iu

const CATEGORY_PARTS = /[:>/►\\]/

const isIncomeName = rememberByText((name: string): boolean => INCOME_NAME.test(name))
const isSpendingName = rememberByText((name: string): boolean => SPENDING_NAME.test(name))
const isIncomePayee = rememberByText((payee: string): boolean => INCOME_PAYEE.test(payee))

/** Returns what the type of a row says of its money, or else the category of income; undefined for what neither says. */
export function findDirection(row: CsvCells): 'out' | 'in' | undefined {
  const type = row.cell('type')
  if (isInType(type)) return 'in'
  if (isOutType(type) || isSaleType(type)) return 'out'
  return isIncomeRow(row) ? 'in' : undefined
}

const isIncomeRow = (row: CsvCells): boolean =>
  (isIncomeName(row.cell('group').trim()) ||
    isIncomeName(row.cell('subcategory').trim()) ||
    isIncomeCategory(row.cell('category'))) &&
  !isTransferRow(row) &&
  !isStartingRow(row)

const isIncomeCategory = rememberByText((category: string): boolean =>
  category.split(CATEGORY_PARTS).some((name) => isIncomeName(name.trim())),
)

const listNames = (row: CsvCells): string[] =>
  [row.cell('group'), row.cell('subcategory'), ...row.cell('category').split(CATEGORY_PARTS)].map((name) =>
    name.trim(),
  )

/** True for an amount that says itself whether it is above or below zero, e.g. `+5`, `(5)` or `5 DR`. */
const hasSign = (cell: string): boolean => parseAmountParts(cell)?.hasSign === true

/** Returns the key of what a row is called in the column of types. */
export const toTypeKey = (row: CsvCells): string => row.cell('type').toLowerCase()

const createVotes = (): Votes => ({ positive: 0, negative: 0 })

/** Returns what the rows in the currency of the workspace show. */
export function collectSignEvidence(
  file: CsvFile,
  money: AmountFormat,
  isTaken: (row: CsvCells) => boolean,
): SignEvidence {
  const kinds = Object.keys(fewestVotes) as EvidenceKind[] // The keys are those above.
  const open = new Map<string, AmountExample>()
  const found: SignEvidence = {
    rows: 0,
    positive: 0,
    negative: 0,
    out: createVotes(),
    payments: createVotes(),
    in: createVotes(),
    income: createVotes(),
    transfers: createVotes(),
    transfer: undefined,
    open,
    unsigned: undefined,
    signed: undefined,
    received: undefined,
    // The entries have exactly the kinds as keys.
    votes: Object.fromEntries(kinds.map((kind) => [kind, createVotes()])) as SignEvidence['votes'],
    example: undefined,
  }
  const signedTypes = new Set<string>()
  const steps = createStepCounter()
  for (const row of listCells(file)) {
    // The amounts of rows with two accounts have no sign.
    if (isDoubleEntry(row) || !isTaken(row)) continue
    const amount = money.parse(row.cell('amount'), row)
    found.rows += 1
    const kind = classifyRow(row)
    if (amount !== 0n) addRow(found, row, { kind, sign: amount > 0n ? 'positive' : 'negative' })
    if (amount !== 0n && kind === undefined && !isStartingRow(row)) {
      const type = toTypeKey(row)
      if (hasSign(row.cell('amount'))) signedTypes.add(type)
      else if (!open.has(type)) open.set(type, createExample(row))
    }
    const balance = parseBalance(money, row.cell('balance'), row)
    steps.add(row.cell('account'), { amount, balance, hasFee: hasFeeCell(row) })
  }
  const isCard = hasCardName(file.file)
  const sign = isCard ? undefined : steps.decide()
  if (sign !== undefined) found.votes.balance[sign] = 1
  for (const type of signedTypes) open.delete(type)
  return found
}

const createExample = (row: CsvCells): AmountExample => ({
  origin: row.origin,
  cell: row.cell('amount'),
  type: row.cell('type'),
})

type RowKind = 'payments' | 'out' | 'in' | 'transfers' | 'income'

/** Returns what a row is by its type, or else by its category; undefined for one of which neither says it. */
function classifyRow(row: CsvCells): RowKind | undefined {
  const type = row.cell('type')
  if (isPaymentType(type)) return 'payments'
  if (isOutType(type) || isSaleType(type)) return 'out'
  if (isInType(type)) return 'in'
  if (isTransferRow(row)) return 'transfers'
  return isIncomeRow(row) ? 'income' : undefined
}

/** Counts a row, and keeps the first examples. */
function addRow(
  found: SignEvidence,
  row: CsvCells,
  { kind, sign }: { kind: RowKind | undefined; sign: SpendingSign },
): void {
  const isPositive = sign === 'positive'
  found[sign] += 1
  if (kind !== undefined) found[kind][sign] += 1
  if (isPositive) found.example ??= createExample(row)
  if (kind === 'transfers' && isPositive) found.transfer ??= createExample(row)
  if (kind === 'in' && !isPositive) found.received ??= createExample(row)
  if ((kind === undefined || kind === 'transfers') && !isPositive) found.signed ??= createExample(row)
  if (found.unsigned === undefined && !hasSign(row.cell('amount'))) found.unsigned = createExample(row)
  for (const [meaning, isReceived] of listMeanings(row))
    found.votes[meaning][isPositive === isReceived ? 'negative' : 'positive'] += 1
}

/** Returns what says that the money of a row was received or spent. */
function listMeanings(row: CsvCells): [kind: EvidenceKind, isReceived: boolean][] {
  // The side of a transfer that is known: money goes to a card, and hardly ever away from it.
  if (isTransferRow(row)) return hasCardName(row.cell('account')) ? [['cardPayment', true]] : []
  const type = row.cell('type')
  const names = listNames(row)
  const meanings: [EvidenceKind, boolean][] = []
  if (isInType(type)) meanings.push(['incomeType', true])
  if (isSpendingType(type)) meanings.push(['spendingType', false])
  if (row.cell('amount').startsWith('+')) meanings.push(['plusSign', true])
  if (isIncomePayee(row.cell('payee'))) meanings.push(['incomePayee', true])
  if (names.some(isIncomeName)) meanings.push(['incomeCategory', true])
  else if (names.some(isSpendingName)) meanings.push(['spendingCategory', false])
  return meanings
}

function parseBalance(money: AmountFormat, cell: string, row: CsvCells): MinorUnits | undefined {
  if (!/\d/.test(cell)) return undefined
  try {
    return money.parse(cell, row, { isTotal: true })
  } catch {
    // A balance in another format proves nothing.
    return undefined
  }
}

/** Whether spending is above or below zero. */
export type SpendingSign = NonNullable<ReadSourceOptions['spending']>

/** An amount, and the balance of its account behind it or before it. */
export interface BalanceStep {
  amount: MinorUnits
  balance: MinorUnits | undefined
  /** True for a row whose fee may be a part of the step. */
  hasFee: boolean
}

/** Counts how a running balance changes from row to row of an account. */
export interface StepCounter {
  add(account: string, step: BalanceStep): void
  /** Returns what most steps prove; undefined if they prove nothing. */
  decide(): SpendingSign | undefined
}

/** Returns an empty counter. */
function createStepCounter(): StepCounter {
  const last = new Map<string, BalanceStep & { balance: MinorUnits }>()
  const counts = { steps: 0, rising: 0, falling: 0, invertedRising: 0, invertedFalling: 0 }
  let [up, down, below, above] = [0, 0, 0, 0]
  return {
    add(account, { amount, balance, hasFee }) {
      if (balance === undefined || amount === 0n) return
      const before = last.get(account)
      last.set(account, { amount, balance, hasFee })
      if (amount > 0n) up += 1
      else down += 1
      if (balance < 0n) below += 1
      else above += 1
      if (before === undefined || before.hasFee || hasFee) return
      const change = balance - before.balance
      counts.steps += 1
      if (change === amount) counts.rising += 1
      if (change === -amount) counts.invertedRising += 1
      if (-change === before.amount) counts.falling += 1
      if (-change === -before.amount) counts.invertedFalling += 1
    },
    decide() {
      const same = Math.max(counts.rising, counts.falling)
      const inverted = Math.max(counts.invertedRising, counts.invertedFalling)
      const isSame = same > inverted
      if (Math.max(same, inverted) < 2 || Math.max(same, inverted) * 10 < counts.steps * 9) return undefined
      // Above zero, it may be what a card owes, which most rows increase.
      const isAccount = below > above || (isSame ? down > up : up > down)
      return isAccount ? (isSame ? 'negative' : 'positive') : undefined
    },
  }
}
