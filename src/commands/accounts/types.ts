import { accountTypes, isOnBudget } from '../../contract/accounts.ts'
import { sheet, text } from '../../render/sheet.ts'
import { standalone } from '../command.ts'

interface TypeRow {
  type: string
  on_budget: boolean
}

export const types = standalone({
  name: 'accounts types',
  summary: 'List the types an account can have',
  examples: [{ when: 'Which word to give to accounts add --type', type: 'budget accounts types' }],
  run: () => accountTypes.map((type) => ({ type, on_budget: isOnBudget(type) })),
  show: sheet<TypeRow[], TypeRow>({ columns: [text('type', 'Type'), text('on_budget', 'On budget')] }),
})
