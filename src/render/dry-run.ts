/** Shows a dry run: what would be changed, from what to what. */

import { describePlannedWrites } from './dry-run-changes.ts'
import type { PlannedWrite } from './planned-write.ts'
import { defineView, textColumn, type View } from './view.ts'

// JSON leaves out what stands under a symbol: there ids stay ids.
const namesById: unique symbol = Symbol('names by id')

/** All changes of a command, and how many requests they would take. */
export interface DryRunReport {
  plan: PlannedWrite[]
  requests: number
  readonly [namesById]?: ReadonlyMap<string, string>
}

/** The plan of these changes; `names` are those that were read anyway, by id. */
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

/** The fields that change, from → to, as the API calls them. */
function formatFieldChanges({ before, after, body, local }: PlannedWrite): string {
  const was = new Map(Object.entries(before ?? {}))
  const fields = Object.entries(after ?? (before ? {} : (body ?? {})))
  const changed = fields
    .filter(([name, value]) => formatFieldValue(value) !== formatFieldValue(was.get(name)))
    .map(([name, value]) =>
      was.has(name)
        ? `${name}: ${formatFieldValue(was.get(name))} → ${formatFieldValue(value)}`
        : `${name}: ${formatFieldValue(value)}`,
    )
    .join(', ')
  return local === undefined ? changed : `${local} ${changed}`.trim()
}

/** What would be done: for a program a line per change, for a person in the words of the tables. */
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
    return `${lines.join('')}${colors.dim(`Nothing was changed; this would take ${count}`)}\n`
  },
})
