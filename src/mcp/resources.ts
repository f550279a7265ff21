/** The resources that a client can read without calling a tool. */

import { toMonth } from '../money/calendar.ts'
import { cleanAnswer } from './clean-answer.ts'
import { METHOD } from './method.ts'
import { readLine } from './run-line.ts'
import type { AssistantSession } from './tool.ts'

interface Resource {
  uri: string
  name: string
  title: string
  mimeType: 'application/json' | 'text/plain'
  read(session: AssistantSession): Promise<string>
}

/** The resources, in the order in which clients list them. */
export const resources: readonly Resource[] = [
  {
    uri: 'budget://month',
    name: 'month',
    title: 'This month: what each category has',
    mimeType: 'application/json',
    async read({ runner, readToday }) {
      const { currency, month } = await runner.readMonth(toMonth(readToday()))
      const categories = month.category_groups.flatMap((group) =>
        group.categories
          .filter(({ archived }) => !archived)
          .map(({ name, assigned, activity, available }) => ({
            group: group.name,
            category: name,
            assigned,
            activity,
            available,
          })),
      )
      const { ready_to_assign } = month
      return JSON.stringify(cleanAnswer({ month: month.month, currency, ready_to_assign, categories }))
    },
  },
  {
    uri: 'budget://accounts',
    name: 'accounts',
    title: 'Accounts and their balances',
    mimeType: 'application/json',
    async read({ runner }) {
      const accounts = await readLine<Record<string, unknown>[]>(runner, ['accounts', 'list'])
      const shown = accounts.map(({ name, type, on_budget, balance }) => ({ name, type, on_budget, balance }))
      return JSON.stringify(cleanAnswer({ accounts: shown }))
    },
  },
  {
    uri: 'budget://method',
    name: 'method',
    title: 'How envelope budgeting works',
    mimeType: 'text/plain',
    read: async () => METHOD,
  },
]
