/** The rows of a plan go to the service in batches, the oldest first, each noted in the journal before it leaves. */ // import.md §6 §7

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BudgetApi } from '../../contract/api.ts'
import { ApiError, type BadRow, Mistake, Unreachable } from '../../contract/errors.ts'
import type { Imports } from '../../contract/ports/import-journal.ts'
import type { Rule } from '../../contract/ports/local-service.ts'
import { asOf } from '../../contract/reply-version.ts'
import { decimalsOf } from '../../money/currency.ts'
import type { Money } from '../../money/decimal.ts'
import { formatAmount } from '../../money/minor-units.ts'
import type { Decide } from '../model/row-decisions.ts'
import type { Statement } from '../model/statement.ts'
import { rowsToBook } from '../plan/classify-rows.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { type Shipment, shipmentsOf, split } from './batches.ts'
import { addTallies, emptyTally, type Tally, tallyCategory, tallyMoney } from './import-totals.ts'
import { notedRows } from './known-rows.ts'
import { refusalOf, refusedBy } from './locate-bad-row.ts'

export interface Booking {
  import_id: string
  statement: Statement
  plan: ImportPlan
  account_id: string
  currency: string
  /** What the rows' references are, as `Batch.references` has it. */
  references: string
  imports: Imports
  decide?: Decide | undefined
  /** The workspace's own rules, where they are at hand. */
  rules?: readonly Rule[] | undefined
  /** The moment up to which the account is known: nothing is booked where others were added since. */ // reliability.md R4
  as_of: string | undefined
  /** What a row does that the service refuses: end the import, or stay out of it. */
  on_error: 'abort' | 'skip'
  /** Milliseconds since 1970. */
  now: () => number
  signal?: AbortSignal | undefined
  progress?: ((done: { rows: number; of: number; requests: number }) => void) | undefined
}

/** What was booked. */
export interface Booked {
  created: number
  /** The batches of the journal that have their ids: a million ids fill the memory. */ // performance.md §2
  batches: number[]
  sum: Money
  tally: Tally
  requests: number
  /** Rows the service refused, left out of the import. */
  refused: BadRow[]
  /** What ended it early: the person's interruption, or an error. */
  stopped?: 'interrupted' | { error: unknown }
}

/** So many requests share one commit where the journal is in the same file. */ // performance.md §3
const GROUP = 10
/** So many requests may be spent on finding refused rows. */
const MOST_SEARCHES = 20

/** Books the rows of a plan until all are, an error ends it or the signal stops it. */
export async function bookAll(api: BudgetApi, booking: Booking): Promise<Booked> {
  const { plan, statement, currency, imports, signal, progress } = booking
  const batches: number[] = []
  const refused: BadRow[] = []
  const counter = { requests: 0, searches: 0, as_of: booking.as_of }
  const finished = (stopped?: Booked['stopped']): Booked => ({
    created,
    batches,
    sum: formatAmount(tally.in + tally.out, decimalsOf(currency)),
    tally,
    requests: counter.requests,
    refused,
    ...(stopped && { stopped }),
  })
  let created = 0
  let tally = emptyTally()
  const shipments = shipmentsOf(rowsToBook(statement, plan), booking)
  for (const group of groupsOf(shipments, imports.isAtomic ? GROUP : 1)) {
    if (signal?.aborted) return finished('interrupted')
    const sent = await imports
      .together(() => sendGroup(api, group, { ...booking, counter }))
      .catch((error: unknown): Sent => ({ ...nothingSent(), error }))
    created += sent.created
    batches.push(...sent.batches)
    refused.push(...sent.refused)
    tally = addTallies(tally, sent.tally)
    if (sent.error !== undefined)
      return finished(isInterruption(sent.error) ? 'interrupted' : { error: sent.error })
    // A service in this process answers without a pause; an interruption is only heard in one.
    await nextTurn()
    progress?.({ rows: created, of: plan.counts.create, requests: counter.requests })
  }
  return finished()
}

/** Groups of so many shipments. Each is packed when it is to leave: what lives shortly costs V8 less. */
function* groupsOf(shipments: Generator<Shipment>, size: number): Generator<Iterable<Shipment>> {
  let next = shipments.next()
  function* group(): Generator<Shipment> {
    for (let count = 0; count < size && !next.done; count++) {
      yield next.value
      next = shipments.next()
    }
  }
  while (!next.done) yield group()
}

interface Sending extends Booking {
  counter: { requests: number; searches: number; as_of: string | undefined }
}

interface Sent {
  created: number
  batches: number[]
  tally: Tally
  refused: BadRow[]
  /** Why the shipments after it were not sent. */
  error?: unknown
}

const nothingSent = (): Sent => ({ created: 0, batches: [], tally: emptyTally(), refused: [] })

/** Sends shipments one after the other until one fails; those before it stay booked. */
async function sendGroup(api: BudgetApi, group: Iterable<Shipment>, sending: Sending): Promise<Sent> {
  const sent = nothingSent()
  for (const shipment of group) {
    try {
      await sendShipment(api, shipment, { ...sending, sent })
    } catch (error) {
      // A failing disk takes the whole group with it; whatever else went wrong concerns this shipment only.
      if (isOfOneRequest(error)) return { ...sent, error }
      throw error
    }
  }
  return sent
}

/** Sends a shipment; rows that are refused stay out of it where they may. */
async function sendShipment(
  api: BudgetApi,
  shipment: Shipment,
  sending: Sending & { sent: Sent },
): Promise<void> {
  const { sent, counter, on_error, statement } = sending
  try {
    sent.batches.push(await post(api, shipment, sending))
    sent.created += shipment.rows.length
    for (const { minor } of shipment.rows) tallyMoney(sent.tally, minor ?? 0n)
  } catch (error) {
    const refusal = refusalOf(error, { statement, rows: shipment.rows })
    if (!refusal) throw error
    if (on_error === 'abort' || counter.searches === MOST_SEARCHES) throw refusedBy(error, refusal)
    counter.searches += 1
    sent.refused.push(...refusal.bad)
    for (const rest of split(shipment, refusal)) await sendShipment(api, rest, sending)
  }
}

/** Sends one request, noted before it leaves and again when its outcome is known; returns the number of its batch. */
async function post(
  api: BudgetApi,
  { rows, body }: Shipment,
  sending: Sending & { sent: Sent },
): Promise<number> {
  const { imports, account_id, counter, sent, rules } = sending
  // Where no doubt can arise nobody will compare them.
  const drafts = imports.isAtomic ? '' : JSON.stringify(body.transactions ?? [body.transaction])
  const number = imports.sending(notedRows(rows, sending, drafts))
  counter.requests += 1
  try {
    const reply = await api.createTransactions({ body, if_none_added_since: counter.as_of })
    counter.as_of = asOf(reply) ?? counter.as_of
    const { transaction, transactions = [] } = reply
    const all = transactions.length > 0 || !transaction ? transactions : [transaction]
    const booked = all.filter((one) => one.account_id === account_id)
    const ids = booked.map(({ id }) => id)
    if (ids.length !== rows.length)
      throw new Unreachable(`The service answers ${ids.length} transactions for ${rows.length} rows`, true)
    imports.done(number, ids)
    booked.forEach((one, at) => tallyCategory(sent.tally, one, { draft: body.transactions?.[at], rules }))
    return number
  } catch (error) {
    if (imports.isAtomic || surelyNotBooked(error)) imports.withdraw(number)
    else imports.doubtful(number)
    throw error
  }
}

/** The person's interruption, heard before a request left; one on its way is waited for. */
const isInterruption = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

const isOfOneRequest = (error: unknown): boolean =>
  [ApiError, Unreachable, Mistake].some((kind) => error instanceof kind) || isInterruption(error)

/** Did the service say no, or never hear of it? */ // import.md §7
function surelyNotBooked(error: unknown): boolean {
  if (error instanceof ApiError) return error.name !== 'internal_error'
  return isInterruption(error) || (error instanceof Unreachable && !error.sent)
}
