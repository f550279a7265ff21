/**
 * Models auto-categorization, computed from all rows each time.
 * @see docs/spec.md#x-auto-categorization-deterministic
 */

import { toNameKey } from '../../../src/contract/normalize-name.ts'
import type { MinorUnits } from '../../../src/money/minor-units.ts'
import {
  type Book,
  type Envelope,
  getEntry,
  getEnvelope,
  type MerchantEntry,
  type Row,
  readyToAssign,
} from './ledger.ts'

interface Question {
  merchant: MerchantEntry
  account: string
  amount: MinorUnits
}

/** True if the category exists, is not archived and is not the system's. @see docs/spec.md#x0 */
function usable(book: Book, envelope: Envelope | null): envelope is Envelope {
  if (envelope === null || envelope === readyToAssign) return envelope !== null
  const { deleted, archived, card } = getEntry(book.categories, envelope)
  return !deleted && !archived && card === null
}

/** Returns the merchant's latest five categorizations of a kind, newest first. */
function latest(book: Book, merchant: MerchantEntry, kind: (row: Row) => boolean): Envelope[] {
  const rows = book.rows.filter(
    (row) => row.merchant === merchant.id && !row.deleted && !row.splits && kind(row),
  )
  const newestFirst = rows.toReversed().toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
  return newestFirst
    .map(getEnvelope)
    .filter((envelope) => usable(book, envelope))
    .slice(0, 5)
}

const byHand = (row: Row): boolean => !row.auto
const reviewed = (row: Row): boolean => row.review_status === 'reviewed'

function fromRules(book: Book, { merchant, account, amount }: Question): Envelope | undefined {
  const rule = book.rules.find(
    (one) =>
      (one.merchant_id === undefined || one.merchant_id === merchant.id) &&
      (one.merchant_contains === undefined ||
        toNameKey(merchant.name).includes(toNameKey(one.merchant_contains))) &&
      (one.account_id === undefined || one.account_id === account) &&
      (one.direction === undefined || (one.direction === 'outflow' ? amount < 0n : amount > 0n)) &&
      usable(book, one.category_id ?? null),
  )
  return rule?.category_id
}

/**
 * Returns what a merchant's own history says, stage by stage.
 * @see docs/spec.md#x2
 * @see docs/spec.md#x3
 * @see docs/spec.md#x6
 */
function ownStages(book: Book, merchant: MerchantEntry): (Envelope | undefined)[] {
  const past = latest(book, merchant, byHand)
  const agreed = latest(book, merchant, reviewed)
  return [
    past.find((one) => past.filter((other) => other === one).length >= 3),
    usable(book, merchant.learned) ? merchant.learned : undefined,
    agreed.every((one) => one === agreed[0]) ? agreed[0] : undefined,
  ]
}

const fillers = 'the and inc ltd llc gmbh com www store shop payment purchase card pos debit'.split(' ')

const words = (name: string): string[] =>
  [
    ...new Set(
      toNameKey(name)
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== '' && !/^\p{N}+$/u.test(word) && !fillers.includes(word)),
    ),
  ].toSorted()

/** Returns what merchants of the same words agree on. @see docs/spec.md#x4 */
function predicted(book: Book, merchant: MerchantEntry): Envelope | undefined {
  const own = words(merchant.name)
  if (!own.some((word) => [...word].length >= 3)) return undefined
  const answers = book.merchants
    .filter((one) => !one.deleted && one.id !== merchant.id && words(one.name).join() === own.join())
    .map((one) => ownStages(book, one).find((answer) => answer !== undefined))
    .filter((answer) => answer !== undefined && answer !== readyToAssign)
  return new Set(answers).size === 1 ? answers[0] : undefined
}

/** Returns the category of a new row of a merchant; undefined for none. */
export function guessCategory(book: Book, question: Question): Envelope | undefined {
  const { merchant, amount } = question
  const answer = [fromRules(book, question), ...ownStages(book, merchant)].find((one) => one !== undefined)
  if (answer !== undefined) return answer !== readyToAssign || amount > 0n ? answer : undefined // docs/spec.md#x5
  const known =
    merchant.learned !== null ||
    latest(book, merchant, byHand).length > 0 ||
    latest(book, merchant, reviewed).length > 0
  return known ? undefined : predicted(book, merchant)
}
