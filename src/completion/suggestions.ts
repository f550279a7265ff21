/** The names a shell may offer: asked live, because only the workspace knows them. */

import { categoriesOf } from '../commands/names.ts'
import type { BudgetApi } from '../contract/api.ts'

// A name with control characters could act on the shell's line instead of standing in it. reliability 85
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** The names of a kind, one per line: `account`, `category`, `group` or `merchant`. */
export async function suggestions(api: BudgetApi, [kind = '']: readonly string[]): Promise<string> {
  const names = ((await readers[kind]?.(api)) ?? []).filter((name) => !CONTROL.test(name))
  return names.map((name) => `${name}\n`).join('')
}

const readers: Readonly<Record<string, (api: BudgetApi) => Promise<string[]>>> = {
  account: async (api) => (await api.listAccounts({})).accounts.map(({ name }) => name),
  merchant: async (api) => (await api.listMerchants({})).merchants.map(({ name }) => name),
  group: async (api) => (await api.listCategoryGroups({})).category_groups.map(({ name }) => name),
  async category(api) {
    const categories = categoriesOf((await api.listCategories({})).category_groups)
    return categories.filter(({ archived }) => !archived).map(({ name }) => name)
  },
}
