/** How a dry run is shown: what would be sent, and from what to what it would change things. */

import { oneLine } from './safe.ts'
import { type Sheet, sheet, text } from './sheet.ts'

/** A write that would be sent. */
export interface Planned {
  method: string
  path: string
  body: unknown
  before?: object
  after?: object
}

/** All writes of a command that would be sent. */
export interface Plan {
  plan: Planned[]
  requests: number
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The fields that change, from → to. */
function changes({ before, after, body }: Planned): string {
  const was = new Map(Object.entries(before ?? {}))
  const fields = Object.entries(after ?? (before ? {} : (body ?? {})))
  return fields
    .filter(([name, value]) => shown(value) !== shown(was.get(name)))
    .map(([name, value]) =>
      was.has(name) ? `${name}: ${shown(was.get(name))} → ${shown(value)}` : `${name}: ${shown(value)}`,
    )
    .join(', ')
}

const nameOf = ({ before }: Planned): string =>
  before && 'name' in before ? ` (${String(before.name)})` : ''

/** What would be done, a line per write. */
export const planSheet: Sheet<Plan> = sheet<Plan, Planned>({
  columns: [
    text('method', 'Method'),
    text('path', 'Path'),
    { field: 'changes', heading: 'Changes', kind: 'text', value: changes },
  ],
  rows: ({ plan }) => plan,
  fields: () => ['plan', 'plan.method', 'plan.path', 'plan.body', 'plan.before', 'plan.after', 'requests'],
  say: ({ plan, requests }, { paint }) => {
    const lines = plan.map((one) => {
      const what = changes(one)
      return `${oneLine(`${one.method} ${one.path}${nameOf(one)}`)}\n${what === '' ? '' : `    ${oneLine(what)}\n`}`
    })
    const count = requests === 1 ? '1 request' : `${requests} requests`
    return `${lines.join('')}${paint.dim(`Nothing was changed; this would take ${count}`)}\n`
  },
})
