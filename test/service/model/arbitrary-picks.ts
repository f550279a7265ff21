/** Generates random values, and picks of what the model has at the time of a call. */

import * as fc from '../../support/fast-check.ts'
import { money } from './api-view.ts'
import type { Book } from './ledger.ts'
import type { Call, Setting } from './model.ts'

/** Builds a call when the history reaches it. */
export type Command = (book: Book) => Call | Setting

export type Pick = number
export const pick = fc.nat(999)
export const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })

/** Most picks are active, some are deleted, few never existed. */
export function pickEntry(entries: { id: string; deleted?: boolean }[], at: Pick, unknown: string): string {
  const live = entries.filter((one) => one.deleted !== true)
  const from = at % 20 === 19 ? [...entries, { id: unknown }] : live
  return from[Math.floor(at / 20) % Math.max(1, from.length)]?.id ?? unknown
}

export const account = (book: Book, at: Pick): string => pickEntry(book.accounts, at, 'acc#99')
export const group = (book: Book, at: Pick): string => pickEntry(book.groups, at, 'grp#99')
export const merchant = (book: Book, at: Pick): string => pickEntry(book.merchants, at, 'mer#99')
export const row = (book: Book, at: Pick): string => pickEntry(book.rows, at, 'txn#9999')

/** One pick in seven may be a payment category, which most calls refuse. */
export function category(book: Book, at: Pick): string {
  const own = book.categories.filter((one) => one.card === null)
  return pickEntry(at % 7 === 0 ? book.categories : own, at, 'cat#99')
}

export const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-06']
export const month = fc.constantFrom(...months)
export const date = fc.tuple(month, fc.constantFrom('01', '10', '15', '28')).map((parts) => parts.join('-'))
const cents = fc.integer({ min: -400, max: 400 }).map((units) => BigInt(units) * 50n)
export const amount = cents.map(money)
export const sum = fc.integer({ min: 1, max: 400 }).map((units) => money(BigInt(units) * 50n))
export const note = fc.option(fc.constantFrom('', 'a note', 'two\nlines'), { nil: null })
export const status = fc.constantFrom('pending' as const, 'cleared' as const)
export const anyStatus = fc.constantFrom('pending' as const, 'cleared' as const, 'reconciled' as const)
export const review = fc.constantFrom('reviewed' as const, 'needs_review' as const)
export const merchantName = fc.constantFrom(
  'Blue Bottle Coffee',
  'Blue Bottle Cafe',
  'BLUE  bottle',
  'Kiosk',
  'Straße',
  'STRASSE',
  'Bahn',
)
