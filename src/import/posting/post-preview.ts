/** Books a preview; where others booked into the account meanwhile, the account is looked at again first. */ // reliability.md R4

import type { BudgetApi } from '../../contract/api.ts'
import { ApiError } from '../../contract/errors.ts'
import { add, subtract } from '../../money/decimal.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { type ImportOptions, type ImportPreview, referencesOf } from '../plan/preview-import.ts'
import { allKnown, type Totals } from './import-result.ts'
import { addTallies, emptyTally } from './import-totals.ts'
import { type Booked, type Booking, bookAll } from './post-batches.ts'
import { noteKnown, takeDates } from './record-rows.ts'

/** What booking a preview takes beside it. */
export interface RunOptions extends Pick<ImportOptions, 'path' | 'imports' | 'signal'> {
  /** What a bad row does: `abort` books nothing at all, `skip` books the others. */
  on_error: 'abort' | 'skip'
  /** Book nothing, only note the rows as known. */
  catchup?: boolean
  /** What the person asked for, kept in the journal for whoever resumes. */
  asked: string
  now: () => number
  progress?: Booking['progress']
  /** How many writes were sent again because nobody heard what became of them. */
  resent?: () => number
  lookAgain?: LookAgain
  /** The workspace's own rules, where they are at hand. */
  rules?: Booking['rules']
}

/** Looks at the account once more, after a pause that grows with the looks that were in vain. */
type LookAgain = (inVain: number) => Promise<ImportPreview>

/** What was booked, in however many goes. */
interface Bookings {
  /** The last plan and what became of it. */
  preview: ImportPreview
  plan: ImportPlan
  booked: Booked
  /** What the goes before it booked: the last plan takes those rows for known. */
  before: Pick<Booked, 'created' | 'batches' | 'sum' | 'tally'>
  matched: string[]
  requests: number
}

/** So many looks that change nothing are enough. */
const MOST_LOOKS_IN_VAIN = 5

export async function bookPlanned(
  api: BudgetApi,
  first: ImportPreview,
  options: RunOptions,
): Promise<Bookings> {
  let preview = first
  let before: Bookings['before'] = {
    created: 0,
    batches: [],
    sum: subtract(first.plan.sums.create, first.plan.sums.create),
    tally: emptyTally(),
  }
  const matched: string[] = []
  let requests = 0
  for (let inVain = 0; ; ) {
    const { plan, booked } = await bookOnce(api, preview, { options, matched })
    requests += preview.known.requests + booked.requests
    const done = { preview, plan, booked, before, matched, requests: requests + matched.length }
    const { lookAgain } = options
    if (!wasOvertaken(booked) || inVain === MOST_LOOKS_IN_VAIN || !lookAgain) return done
    const again = await lookAgain(inVain).catch((error: unknown) => ({ error }))
    if ('error' in again) return { ...done, booked: { ...booked, stopped: again } }
    before = {
      created: before.created + booked.created,
      batches: [...before.batches, ...booked.batches],
      sum: add(before.sum, booked.sum),
      tally: addTallies(before.tally, booked.tally),
    }
    const isFruitful = booked.created > 0 || again.plan.counts.create !== plan.counts.create
    inVain = isFruitful ? 0 : inVain + 1
    preview = again
  }
}

interface Once {
  options: RunOptions
  /** Takes the transactions that take the date of their rows. */
  matched: string[]
}

async function bookOnce(
  api: BudgetApi,
  preview: ImportPreview,
  { options, matched }: Once,
): Promise<{ plan: ImportPlan; booked: Booked }> {
  const { import_id, account_id, statement, known } = preview
  const { path, imports, asked, now } = options
  imports.begin(
    { id: import_id, account_id, path, started_at: now(), asked },
    imports.isAtomic ? [] : known.same,
  )
  if (known.dead.length > 0) imports.forget(known.dead)
  matched.push(...(await takeDates(api, preview.plan)))
  await noteKnown(preview, options)
  const plan = options.catchup ? allKnown(preview.plan) : preview.plan
  const references = referencesOf(statement)
  const booked = await bookAll(api, { ...preview, ...options, plan, references, as_of: known.as_of })
  return { plan, booked }
}

/** Did the service refuse rows because the account is no longer the one that was looked at? */
const wasOvertaken = ({ stopped }: Booked): boolean =>
  typeof stopped === 'object' && stopped.error instanceof ApiError && stopped.error.name === 'conflict'

/** The figures of the last plan, in which the rows of earlier goes count as booked, not as there. */
export function withEarlier<Known extends Totals>(ended: Known, { created, sum }: Bookings['before']): Known {
  const { counts, sums } = ended
  return {
    ...ended,
    counts: { ...counts, create: counts.create + created, duplicate: counts.duplicate - created },
    sums: { ...sums, create: add(sums.create, sum), duplicate: subtract(sums.duplicate, sum) },
  }
}
