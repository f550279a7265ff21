/** Shows a dry run: what would change, from what to what. */

import { describePlannedWrites } from './dry-run-changes.ts'
import type { PlannedWrite } from './planned-write.ts'
import { defineView, textColumn, type View } from './view.ts'

// JSON omits symbol keys, so that scripts get ids only.
const namesById: unique symbol = Symbol('names by id')

/** All writes of a dry run, and how many requests they take. */
export interface DryRunReport {
  plan: PlannedWrite[]
  requests: number
  readonly [namesById]?: ReadonlyMap<string, string>
}

/** Builds the report of a dry run; `names` are the names that were loaded anyway, by id. */
export const buildDryRunReport = (
  plan: PlannedWrite[],
  names: ReadonlyMap<string, string>,
): DryRunReport => ({
  plan,
  requests: plan.filter(({ method }) => method !== null).length,
  [namesById]: names,
})

const formatFieldValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** Formats the changed fields, from → to, under their API names. */
function formatFieldChanges({ before, after, body, local }: PlannedWrite): string {
  const oldFields = new Map(Object.entries(before ?? {}))
  const fields = Object.entries(after ?? (before ? {} : (body ?? {})))
  const changed = fields
    .filter(([name, value]) => formatFieldValue(value) !== formatFieldValue(oldFields.get(name)))
    .map(([name, value]) =>
      oldFields.has(name)
        ? `${name}: ${formatFieldValue(oldFields.get(name))} → ${formatFieldValue(value)}`
        : `${name}: ${formatFieldValue(value)}`,
    )
    .join(', ')
  return local === undefined ? changed : `${local} ${changed}`.trim()
}

/** The writes: one line each for scripts, a description in words for users. */
export const dryRunView: View<DryRunReport> = defineView<DryRunReport, PlannedWrite>({
  columns: [
    textColumn('method', 'Method'),
    textColumn('path', 'Path'),
    { field: 'changes', heading: 'Changes', kind: 'text', getValue: formatFieldChanges },
  ],
  rows: ({ plan }) => plan,
  fields: () => [
    'plan',
    'plan.method',
    'plan.path',
    'plan.local',
    'plan.body',
    'plan.before',
    'plan.after',
    'requests',
  ],
  renderText: ({ plan, requests, [namesById]: names }, { colors }) => {
    const count = requests === 1 ? '1 request' : `${requests === 0 ? 'no' : requests} requests`
    const lines = describePlannedWrites(plan, names ?? new Map()).map((line) => `${line}\n`)
    return `${lines.join('')}${colors.dim(`Nothing was changed; this would make ${count}`)}\n`
  },
})
