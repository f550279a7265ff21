/** Shows what `budget init` created. */

import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn, type View } from '../output/view.ts'

/** What `budget init` created. */
export interface InitResult {
  workspace_id: string
  name: string
  currency: string
  groups: string[]
  categories: string[]
  written: boolean
}

/** One line about the new workspace, and the next step. */
export const initView: View<InitResult> = {
  ...defineView<InitResult, { name: string }>({
    columns: [textColumn('name', 'Created')],
    rows: ({ groups, categories, name }) => [name, ...groups, ...categories].map((name) => ({ name })),
    fields: () => ['workspace_id', 'name', 'currency', 'groups', 'categories', 'written'],
  }),
  renderText: ({ name, currency, categories, written }) =>
    written
      ? `Created ${sanitizeLine(name)} in ${currency} with ${categories.length} categories\nNext: budget accounts add Checking --type banking_checking --balance 1000\n`
      : `Would create ${sanitizeLine(name)} in ${currency} with ${categories.length} categories\n`,
}
