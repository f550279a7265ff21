/** The names a shell may offer: asked live, because only the workspace knows them. */

import { categoriesOf } from '../commands/names.ts'
import type { BudgetApi } from '../contract/api.ts'

// A name with control characters could act on the shell's line instead of standing in it. reliability 85
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** The names of a kind, one per line: `account`, `category`, `group` or `merchant`. */
export async function suggestions(api: BudgetApi, [kind]: readonly string[]): Promise<string> {
  const names = (await namesOf(api, kind)).filter((name) => !CONTROL.test(name))
  return names.map((name) => `${name}\n`).join('')
}

async function namesOf(api: BudgetApi, kind: string | undefined): Promise<string[]> {
  switch (kind) {
    case 'account':
      return (await api.listAccounts({})).accounts.map(({ name }) => name)
    case 'merchant':
      return (await api.listMerchants({})).merchants.map(({ name }) => name)
    case 'group':
      return (await api.listCategoryGroups({})).category_groups.map(({ name }) => name)
    case 'category': {
      const categories = categoriesOf((await api.listCategories({})).category_groups)
      return categories.filter(({ archived }) => !archived).map(({ name }) => name)
    }
    default:
      return []
  }
}
