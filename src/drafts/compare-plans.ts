/** Compares what a draft would change now with what it showed. */

import type { DraftContent } from '../contract/ports/drafts.ts'
import type { Change } from '../contract/ports/history.ts'
import { isNegative } from '../money/decimal.ts'

/** What a draft does to a thing. */
export type DraftedChange = Pick<Change, 'before' | 'after'>

/** What differs: as it was shown, and as it is now; null where nothing would change. */
export interface PlanDifference {
  /** The kind of thing, or `ready_to_assign` of the month that `id` says. */
  type: Change['type'] | 'ready_to_assign'
  id: string
  shown: DraftedChange | null
  now: DraftedChange | null
}

type Plan = Pick<DraftContent, 'plan' | 'ready_to_assign'>

/** They change with every change. */
const TIMESTAMPS = new Set(['created_at', 'updated_at'])

/**
 * Returns how two plans differ; an empty list when applying does what was shown. Ready to Assign only matters where
 * it is below zero now and was not shown so.
 */
export function comparePlans(shown: Plan, now: Plan): PlanDifference[] {
  const left = new Map<string, Change[]>()
  for (const change of now.plan) left.set(toKey(change), [...(left.get(toKey(change)) ?? []), change])
  const missing = shown.plan.filter((change) => {
    const candidates = left.get(toKey(change)) ?? []
    const at = candidates.findIndex((one) => formatChange(one) === formatChange(change))
    // New things share an id that stands for theirs.
    if (at >= 0) candidates.splice(at, 1)
    return at < 0
  })
  const differences = missing.map((change) =>
    toDifference(change, { shown: change, now: left.get(toKey(change))?.shift() }),
  )
  const added = [...left.values()]
    .flat()
    .map((change) => toDifference(change, { shown: undefined, now: change }))
  return [...differences, ...added, ...compareReadyToAssign(shown.ready_to_assign, now.ready_to_assign)]
}

const toKey = ({ type, id }: Change): string => `${type} ${id}`

const toDifference = (
  { type, id }: Change,
  { shown, now }: { shown: Change | undefined; now: Change | undefined },
): PlanDifference => ({ type, id, shown: toSides(shown), now: toSides(now) })

const toSides = (change: Change | undefined): DraftedChange | null =>
  change ? { before: change.before, after: change.after } : null

function compareReadyToAssign(
  shown: Plan['ready_to_assign'],
  now: Plan['ready_to_assign'],
): PlanDifference[] {
  return Object.entries(now).flatMap(([month, figures]) => {
    const isShown = isNegative(shown[month]?.[1] ?? '0')
    if (!isNegative(figures[1]) || isShown) return []
    return [{ type: 'ready_to_assign', id: month, shown: toFigures(shown[month]), now: toFigures(figures) }]
  })
}

const toFigures = (figures: readonly [before: string, after: string] | undefined): DraftedChange | null =>
  figures === undefined
    ? null
    : { before: { ready_to_assign: figures[0] }, after: { ready_to_assign: figures[1] } }

/** Formats a change so that equal ones have the same text. */
const formatChange = ({ before, after }: Change): string =>
  JSON.stringify([before, after], (key, value: unknown) => (TIMESTAMPS.has(key) ? undefined : value))
