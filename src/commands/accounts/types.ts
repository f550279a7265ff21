import { standalone } from '../../command/define.ts'
import { accountTypes, isOnBudget } from '../../contract/operations/accounts.ts'
import { plainTypeName } from '../../render/account-types.ts'
import { sheet, text } from '../../render/view.ts'

interface TypeRow {
  name: string
  type: string
  on_budget: boolean
}

export const types = standalone({
  name: 'accounts types',
  summary: 'List the types an account can have',
  examples: [{ when: 'Which word to give to accounts add --type', type: 'budget accounts types' }],
  run: () => accountTypes.map((type) => ({ name: plainTypeName(type), type, on_budget: isOnBudget(type) })),
  show: sheet<TypeRow[], TypeRow>({
    columns: [text('name', 'Type'), text('type', 'In the API'), text('on_budget', 'On budget')],
  }),
})
