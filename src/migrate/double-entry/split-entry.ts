/** Splits an entry of the books into transactions of own accounts, with transfers between them. */

import { absolute, type MinorUnits } from '../../money/minor-units.ts'
import { sumAmounts } from '../figures.ts'
import type { Book, BookEntry, BookPosting } from './book.ts'

/** A part of the amount of a transaction: what explains it, or the transaction that is the other side. */
export interface EntryLine {
  amount: MinorUnits
  /** The key of the account that it comes from or goes to; undefined where the entry does not say it. */
  account: string | undefined
  notes: string | null
  /** The index of the other transaction. */
  transfer?: number
}

/** A transaction of an own account. The amounts of its lines add up to its own. */
export interface EntryPart {
  posting: BookPosting
  lines: readonly EntryLine[]
  /** The index of the transaction that is the other side of all of it. */
  transfer?: number
}

/** Returns the transactions of an entry; none for one that moves nothing on own accounts. */
export function splitEntry({ postings }: BookEntry, accounts: Book['accounts']): EntryPart[] {
  const isOwn = (account: string): boolean => accounts.get(account)?.kind === 'own'
  const segments = listSegments(postings, isOwn)
  if (segments.length > 1 && segments.every(isBalanced)) return pairOpposite(segments.map(toPart))
  const own = joinByAccount(postings.filter(({ account }) => isOwn(account)))
  const others = postings.filter(({ account }) => !isOwn(account))
  const [first, second] = own
  if (!first) return []
  if (!second) return [toPart({ own: first, others })]
  const [only, another] = others
  // Starting balances of several accounts have one source, and so has what is paid from two of them.
  const isOneSource =
    accounts.get(only?.account ?? '')?.kind === 'equity' ||
    own.every(({ amount }) => amount < 0n === first.amount < 0n)
  // Of an entry with shares, that source is only a part.
  const isWhole = sumAmounts(own) + sumAmounts(others) === 0n
  if (isWhole && isOneSource && only && !another)
    return own.map((posting) => toPart({ own: posting, others: [{ ...only, amount: -posting.amount }] }))
  if (own.length === 2 && others.length === 0)
    return pairOpposite(own.map((one) => toPart({ own: one, others })))
  return connectByLargest(own, others)
}

/** An own account and what follows it up to the next one. */
interface Segment {
  own: BookPosting
  others: readonly BookPosting[]
}

function listSegments(postings: readonly BookPosting[], isOwn: (account: string) => boolean): Segment[] {
  const segments: { own: BookPosting; others: BookPosting[] }[] = []
  const before: BookPosting[] = []
  for (const posting of postings)
    if (isOwn(posting.account)) segments.push({ own: posting, others: segments.length === 0 ? before : [] })
    else (segments.at(-1)?.others ?? before).push(posting)
  return segments
}

const isBalanced = ({ own, others }: Segment): boolean => own.amount + sumAmounts(others) === 0n

function toPart({ own, others }: Segment): EntryPart {
  const lines = others.map(({ account, amount, notes }) => ({ account, amount: -amount, notes }))
  const rest = own.amount - sumAmounts(lines)
  return {
    posting: own,
    lines: rest === 0n ? lines : [...lines, { account: undefined, amount: rest, notes: null }],
  }
}

/** Makes a transfer of two parts with opposite amounts, if each has at most one category. */
function pairOpposite(parts: readonly EntryPart[]): EntryPart[] {
  const [one, other] = parts
  const isPair =
    one !== undefined &&
    other !== undefined &&
    parts.length === 2 &&
    parts.every(({ lines }) => lines.length < 2) &&
    one.posting.account !== other.posting.account &&
    one.posting.amount !== 0n &&
    one.posting.amount === -other.posting.amount
  return isPair
    ? [
        { ...one, transfer: 1 },
        { ...other, transfer: 0 },
      ]
    : [...parts]
}

/** Adds up the postings on each account; what is left at zero moves nothing. */
function joinByAccount(postings: readonly BookPosting[]): BookPosting[] {
  const joined = new Map<string, BookPosting>()
  for (const posting of postings) {
    const known = joined.get(posting.account)
    joined.set(posting.account, known ? { ...known, amount: known.amount + posting.amount } : posting)
  }
  return [...joined.values()].filter(({ amount }) => amount !== 0n)
}

/** Lets the own account with the largest amount have all lines: transfers with the others, and the categories. */
function connectByLargest(own: readonly BookPosting[], others: readonly BookPosting[]): EntryPart[] {
  const largest = own.reduce((most, one) => (absolute(one.amount) > absolute(most.amount) ? one : most))
  const rest = own.filter((one) => one !== largest)
  const main = toPart({ own: largest, others: [...others, ...rest] })
  const lines = main.lines.map((line): EntryLine => {
    const at = rest.findIndex(({ account }) => account === line.account)
    return at < 0 ? line : { ...line, account: undefined, transfer: at + 1 }
  })
  return [{ ...main, lines }, ...rest.map((posting) => ({ posting, lines: [], transfer: 0 }))]
}
