/** Collects what the rows of a table say about its amounts: whether spending is above or below zero. */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { MoneyFormat } from '../money-cells.ts'
import type { ReadSourceOptions } from '../source-budget.ts'
import { hasCardName } from '../suggest-account-type.ts'
import { type CsvCells, type CsvFile, isStartingRow, isTransferRow, listCells } from './csv-cells.ts'
import { isDoubleEntry } from './csv-double-entry.ts'
import { isInType, isOutType, isSpendingType } from './transaction-types.ts'

/** Whether spending is above or below zero. */
export type SpendingSign = NonNullable<ReadSourceOptions['spending']>

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

/** What the rows of a file show. */
export interface SignEvidence {
  rows: number
  positive: number
  negative: number
  /** Rows whose type says neither `debit` nor `credit`, without transfers and starting balances. */
  untyped: number
  /** Rows by what their type says, and by their sign. */
  out: Votes
  in: Votes
  /** A transfer whose type does not say in which direction it went. */
  undirected: { origin: string; cell: string } | undefined
  votes: Record<EvidenceKind, Votes>
  /** The first row above zero. */
  example: { origin: string; cell: string } | undefined
}

const INCOME_NAME =
  /^(?:[\p{L}& ]+ )?(?:income|salary|wages?|pay ?checks?|payroll|einkommen|einnahmen|gehalt|lohn|salaire|revenus?|salario|sueldo|nómina|ingresos|stipendio|salário|loon|inkomen|salaris|lön|inkomst|wynagrodzenie)$/iu
const SPENDING_NAME =
  /^(?:groceries|rent|restaurants?|dining(?: out)?|food(?: ?& ?(?:dining|drinks?))?|utilities|gas|fuel|shopping|clothing|entertainment|coffee(?: shops)?|lebensmittel|miete|supermarché|courses|loyer|supermercado|comida|alquiler|spesa|affitto|boodschappen|huur|mat|hyra|zakupy|czynsz)$/iu
const INCOME_PAYEE =
  /(?<!\p{L})(?:payroll|salary|wages|pay ?check|gehalt|lohn|salaire|nómina|stipendio|salário|salaris|wynagrodzenie)(?!\p{L})/iu

const createVotes = (): Votes => ({ positive: 0, negative: 0 })

/** Returns what the rows in the currency of the workspace show. */
export function collectSignEvidence(
  file: CsvFile,
  money: MoneyFormat,
  isTaken: (currency: string) => boolean,
): SignEvidence {
  const kinds = Object.keys(fewestVotes) as EvidenceKind[] // The keys are those above.
  const found: SignEvidence = {
    rows: 0,
    positive: 0,
    negative: 0,
    untyped: 0,
    out: createVotes(),
    in: createVotes(),
    undirected: undefined,
    // The entries have exactly the kinds as keys.
    votes: Object.fromEntries(kinds.map((kind) => [kind, createVotes()])) as SignEvidence['votes'],
    example: undefined,
  }
  const steps = createStepCounter()
  for (const row of listCells(file)) {
    // The amounts of rows with two accounts have no sign.
    if (isDoubleEntry(row) || !isTaken(row.cell('currency'))) continue
    addRow(found, row, money.parse(row.cell('amount'), row))
    const balance = row.cell('balance')
    steps.add(row.cell('account'), money.parse(row.cell('amount'), row), parseBalance(money, balance, row))
  }
  const isCard = hasCardName(file.file)
  const sign = isCard ? undefined : steps.decide()
  if (sign !== undefined) found.votes.balance[sign] = 1
  return found
}

function addRow(found: SignEvidence, row: CsvCells, amount: MinorUnits): void {
  const [cell, type] = [row.cell('amount'), row.cell('type')]
  const sign = amount > 0n ? 'positive' : 'negative'
  found.rows += 1
  if (isOutType(type)) found.out[sign] += 1
  else if (isInType(type)) found.in[sign] += 1
  else if (isTransferRow(row)) found.undirected ??= { origin: row.origin, cell }
  else if (!isStartingRow(row)) found.untyped += 1
  if (amount === 0n) return
  found[sign] += 1
  if (sign === 'positive') found.example ??= { origin: row.origin, cell }
  for (const [kind, isReceived] of listMeanings(row))
    found.votes[kind][(sign === 'positive') === isReceived ? 'negative' : 'positive'] += 1
}

/** Returns what says that the money of a row was received or spent. */
function listMeanings(row: CsvCells): [kind: EvidenceKind, isReceived: boolean][] {
  // The side of a transfer that is known: money goes to a card, and hardly ever away from it.
  if (isTransferRow(row)) return hasCardName(row.cell('account')) ? [['cardPayment', true]] : []
  const type = row.cell('type')
  const names = [row.cell('group'), row.cell('subcategory'), ...row.cell('category').split(/[:>/►\\]/)].map(
    (name) => name.trim(),
  )
  const meanings: [EvidenceKind, boolean][] = []
  if (isInType(type)) meanings.push(['incomeType', true])
  if (isSpendingType(type)) meanings.push(['spendingType', false])
  if (row.cell('amount').startsWith('+')) meanings.push(['plusSign', true])
  if (INCOME_PAYEE.test(row.cell('payee'))) meanings.push(['incomePayee', true])
  if (names.some((name) => INCOME_NAME.test(name))) meanings.push(['incomeCategory', true])
  else if (names.some((name) => SPENDING_NAME.test(name))) meanings.push(['spendingCategory', false])
  return meanings
}

function parseBalance(money: MoneyFormat, cell: string, row: CsvCells): MinorUnits | undefined {
  if (!/\d/.test(cell)) return undefined
  try {
    return money.parse(cell, row, { isTotal: true })
  } catch {
    // A balance in another format proves nothing.
    return undefined
  }
}

/** Counts how a running balance changes from row to row of an account. */
interface StepCounter {
  add(account: string, amount: MinorUnits, balance: MinorUnits | undefined): void
  decide(): SpendingSign | undefined
}

function createStepCounter(): StepCounter {
  const last = new Map<string, { amount: MinorUnits; balance: MinorUnits }>()
  const counts = { steps: 0, rising: 0, falling: 0, invertedRising: 0, invertedFalling: 0 }
  let [up, down, below, above] = [0, 0, 0, 0]
  return {
    add(account, amount, balance) {
      if (balance === undefined || amount === 0n) return
      const before = last.get(account)
      last.set(account, { amount, balance })
      if (amount > 0n) up += 1
      else down += 1
      if (balance < 0n) below += 1
      else above += 1
      if (before === undefined) return
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
