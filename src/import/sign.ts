/** What a positive amount means: decided by proof, by a flag or by words, and asked for otherwise. */ // import.md §3

import { balanceVerdict, type Series, type TimeOrder } from './balance.ts'
import { type Choices, question, signAnswers } from './choices.ts'
import { dateColumnsOf } from './date_column.ts'
import { directionByOwner } from './file_owner.ts'
import type { Flag } from './flag.ts'
import { mapFlag } from './money_columns.ts'
import type { Column, Profile } from './profile.ts'
import type { FileRecord } from './records.ts'
import { speaksOfCardPayment, speaksOfIncome } from './words.ts'

/** `unsigned_out`: amounts with a plus came in, those without any sign went out. `flagged`: the flag is the sign. */
export type SignRule = 'as_is' | 'inverted' | 'unsigned_out' | 'flagged'

/** What settled the sign: `choice` a person, `signs` that both signs occur as they do in an account. */
export type SignProof = 'choice' | 'balance' | 'flag' | 'columns' | 'plus' | 'words' | 'signs' | 'mapping'

export interface SignReading {
  rule: SignRule
  proof: SignProof
}

export interface SignEvidence {
  profile: Profile
  /** What stands above the table. */
  above: readonly FileRecord[]
  choices: Choices
  column: Column
  amounts: Series
  balances: Series | undefined
  order: TimeOrder
  flag: Flag | undefined
}

// So many of the rows as incomings look like a card's file, where a purchase is positive.
const SUSPICIOUS = 2 / 3

/** Decides what the sign of the one amount column means. Throws the question when nothing in the file tells. */
export function signOf(evidence: SignEvidence): SignReading {
  const { choices, column, flag, amounts, balances, order } = evidence
  if (choices.invert !== undefined) return { rule: choices.invert ? 'inverted' : 'as_is', proof: 'choice' }
  const flagged = flag && signByFlag(evidence, flag)
  if (flagged) return flagged
  if (column.plus > 0 && column.negative === 0 && column.positive > column.plus)
    return { rule: 'unsigned_out', proof: 'plus' }
  const verdict = balances && balanceVerdict(amounts, balances, order)
  if (verdict === 'inverted') return { rule: 'inverted', proof: 'balance' }
  const signed = column.negative > 0
  const spoken = signByWords(evidence)
  // A card that prints what is owed rises with each purchase, so a rising balance alone proves nothing.
  const disputed = verdict === 'as_is' && spoken?.rule === 'inverted'
  if (verdict === 'as_is' && signed && !disputed) return { rule: 'as_is', proof: 'balance' }
  if (spoken && !disputed) return spoken
  const share = column.positive / Math.max(1, column.positive + column.negative)
  const isSigned = share < SUSPICIOUS && !disputed && !(column.positive === 0 && holdsOnlyPayments(evidence))
  if (isSigned) return { rule: 'as_is', proof: 'signs' }
  const direction = signed ? undefined : directionByOwner(evidence.profile, evidence.above)
  if (direction) return { rule: direction === 'out' ? 'inverted' : 'as_is', proof: 'words' }
  throw question(
    `Do the positive amounts of column ${column.at + 1}${column.name ? ` "${column.name}"` : ''} come in or go out? Nothing in the file tells`,
    `--invert (they go out, as on a card) or --no-invert (they come in)${otherDateHint(evidence)}`,
    signAnswers,
  )
}

// A card's file may name the day of the purchase and that of the posting; whoever answers should know which one is taken.
function otherDateHint({ profile, column }: SignEvidence): string {
  const [date, other] = dateColumnsOf(profile)
  const differs = profile.records.some(({ cells }) => date && other && cells[date.at] !== cells[other.at])
  if (!other?.name || !differs) return ''
  const map = mapFlag(profile, `out=${column.at + 1}`, other)
  return `; they are dated by "${date?.name}", with ${map} by "${other.name}"`
}

function signByFlag({ profile, column, amounts }: SignEvidence, flag: Flag): SignReading | undefined {
  if (column.negative === 0) return { rule: 'flagged', proof: 'flag' }
  let agree = 0
  let disagree = 0
  for (const [at, { cells }] of profile.records.entries()) {
    const direction = flag.direction(cells[flag.column.at] ?? '')
    const amount = amounts[at] ?? 0n
    if (amount === 0n || (direction !== 'in' && direction !== 'out')) continue
    if (amount < 0n === (direction === 'out')) agree += 1
    else disagree += 1
  }
  if (agree > 0 && disagree <= agree * 0.1) return { rule: 'as_is', proof: 'flag' }
  return disagree > 0 && agree <= disagree * 0.1 ? { rule: 'inverted', proof: 'flag' } : undefined
}

// Below zero and received: a card's file of a month without purchases.
const holdsOnlyPayments = ({ profile }: SignEvidence): boolean =>
  profile.records.every(({ cells }) => cells.some(speaksOfCardPayment))

// On a card's file the payment that arrived is negative, and says so; salaries and refunds are positive elsewhere.
function signByWords({ profile, column, amounts }: SignEvidence): SignReading | undefined {
  if (column.positive === 0) return undefined
  const count = { risen: 0, fallen: 0, payments: 0 }
  for (const [at, { cells }] of profile.records.entries()) {
    const amount = amounts[at] ?? 0n
    const payment = cells.some(speaksOfCardPayment)
    if (amount === 0n || !(payment || cells.some(speaksOfIncome))) continue
    if (amount > 0n) count.risen += 1
    else if (payment) count.payments += 1
    else count.fallen += 1
  }
  const { risen, fallen, payments } = count
  // Without any sign, one salary among purchases may be a purchase at a salary's words.
  if (column.negative === 0) return risen === column.positive ? { rule: 'as_is', proof: 'words' } : undefined
  if (risen > 0 && fallen + payments === 0) return { rule: 'as_is', proof: 'words' }
  return payments > 0 && risen === 0 && column.positive >= column.negative
    ? { rule: 'inverted', proof: 'words' }
    : undefined
}
