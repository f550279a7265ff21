/** `budget accounts types`: lists the account types. */

import { formatAccountType } from '../../accounts/account-types.ts'
import { defineStandaloneCommand } from '../../command/define.ts'
import { accountTypes, isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import { defineView, textColumn } from '../../output/view.ts'

interface TypeRow {
  name: string
  type: string
  on_budget: boolean
}

export const types = defineStandaloneCommand({
  name: 'accounts types',
  summary: 'List the account types',
  examples: [{ when: 'Values for accounts add --type', commandLine: 'budget accounts types' }],
  run: () =>
    accountTypes.map((type) => ({
      name: formatAccountType(type),
      type,
      on_budget: isOnBudgetAccountType(type),
    })),
  view: defineView<TypeRow[], TypeRow>({
    columns: [
      textColumn('name', 'Type'),
      textColumn('type', 'In the API'),
      textColumn('on_budget', 'On budget'),
    ],
  }),
})
