/** Shows a dry run: what would be changed, from what to what. */

import { describePlan } from './dry-run-changes.ts'
import type { Planned } from './planned-write.ts'
import { type Sheet, sheet, text } from './view.ts'

// JSON leaves out what stands under a symbol: there ids stay ids.
const labels: unique symbol = Symbol('names by id')

/** All changes of a command, and how many requests they would take. */
export interface Plan {
  plan: Planned[]
  requests: number
  readonly [labels]?: ReadonlyMap<string, string>
}

/** The plan of these changes; `names` are those that were read anyway, by id. */
export const planOf = (plan: Planned[], names: ReadonlyMap<string, string>): Plan => ({
  plan,
  requests: plan.filter(({ method }) => method !== null).length,
  [labels]: names,
})

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The fields that change, from → to, as the API calls them. */
function changes({ before, after, body, local }: Planned): string {
  const was = new Map(Object.entries(before ?? {}))
  const fields = Object.entries(after ?? (before ? {} : (body ?? {})))
  const changed = fields
    .filter(([name, value]) => shown(value) !== shown(was.get(name)))
    .map(([name, value]) =>
      was.has(name) ? `${name}: ${shown(was.get(name))} → ${shown(value)}` : `${name}: ${shown(value)}`,
    )
    .join(', ')
  return local === undefined ? changed : `${local} ${changed}`.trim()
}

/** What would be done: for a program a line per change, for a person in the words of the tables. */
export const planSheet: Sheet<Plan> = sheet<Plan, Planned>({
  columns: [
    text('method', 'Method'),
    text('path', 'Path'),
    { field: 'changes', heading: 'Changes', kind: 'text', value: changes },
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
  say: ({ plan, requests, [labels]: names }, { paint }) => {
    const count = requests === 1 ? '1 request' : `${requests === 0 ? 'no' : requests} requests`
    const lines = describePlan(plan, names ?? new Map()).map((line) => `${line}\n`)
    return `${lines.join('')}${paint.dim(`Nothing was changed; this would take ${count}`)}\n`
  },
})
