import { type Outside, standalone } from '../command/define.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { Account } from '../contract/operations/accounts.ts'
import type { TransactionDraft } from '../contract/operations/transactions.ts'
import { transactionPages } from '../contract/paginate.ts'
import type { Imports } from '../contract/ports/import-journal.ts'
import { previewImport } from '../import/plan/preview-import.ts'
import { runImport } from '../import/posting/run-import.ts'
import { type Demo, demoSheet } from '../render/demo.ts'
import type { ShownReport } from '../render/import-report.ts'
import { localChange, NEW } from '../render/planned-write.ts'
import * as household from './demo-data.ts'
import { usualOrder, written } from './imports/shared/import-request.ts'

export const demo = standalone({
  name: 'demo',
  summary: 'Make a filled sample budget in a throw-away place',
  examples: [{ when: 'Look around without a bank', type: 'budget demo' }],
  changes: true,
  async run(outside): Promise<Demo> {
    if (outside.dryRun) return planWorkspaces(outside)
    const folder = await outside.files.temporaryFolder()
    const workspaces = await outside.workspaces(folder)
    const imports: ShownReport[] = []
    try {
      for (const place of household.files) {
        const { id } = workspaces.createWorkspace({ name: place.workspace, currency: place.currency })
        const api = workspaces.open(id)
        if ('balance' in place)
          await openAccount(api, { name: place.account, type: 'banking_checking', balance: place.balance })
        else await furnish(api)
        imports.push(await takeIn(outside, { api, journal: workspaces.imports(id) }, place))
        if (!('balance' in place)) await categorize(api)
      }
      const home = workspaces.open(workspaces.listWorkspaces().find(({ name }) => name === 'Home')?.id ?? '')
      const { accounts } = await home.listAccounts({})
      const month = await home.getMonth({ month: household.shownMonth })
      return { folder, accounts, imports, month, try: household.suggestions }
    } finally {
      workspaces.close()
    }
  },
  show: demoSheet,
})

/** Plans the workspaces; no folder is made for them. */
function planWorkspaces({ plan }: Outside): Demo {
  for (const { workspace: name, currency } of household.files)
    plan(localChange('workspace', { body: { name, currency }, after: { name, currency } }))
  return { folder: NEW, accounts: [], imports: [], try: household.suggestions }
}

interface Opening {
  name: string
  type: 'banking_checking' | 'banking_savings' | 'banking_cash' | 'credit_credit_card'
  balance: string
}

async function openAccount(api: BudgetApi, { name, type, balance }: Opening): Promise<Account> {
  const body = { name, type, initial_balance: balance, initial_balance_date: household.firstDay }
  return (await api.createAccount({ body })).account
}

/** The household's accounts, its envelopes, what they got, and what was entered by hand. */
async function furnish(api: BudgetApi): Promise<void> {
  for (const account of household.accounts) await openAccount(api, account)
  for (const [name, envelopes] of Object.entries(household.groups)) {
    const { category_group: group } = await api.createCategoryGroup({ body: { name } })
    // A new category comes to the top of its group, so the last one goes first. spec B73
    for (const envelope of envelopes.toReversed())
      await api.createCategory({ body: { name: envelope, group_id: group.id } })
  }
  const ids = await envelopeIds(api)
  for (const [envelope, amounts] of Object.entries(household.assigned)) {
    for (const [at, month] of household.months.entries()) {
      const body = { assigned: amounts[at] ?? '0' }
      await api.assignCategory({ month, category_id: ids.get(envelope) ?? '', body })
    }
  }
  const { accounts } = await api.listAccounts({})
  const transactions = household.byHand.map(
    ({ account, date, amount, merchant, envelope }): TransactionDraft => ({
      account_id: accounts.find(({ name }) => name === account)?.id ?? '',
      date,
      amount,
      merchant_name: merchant,
      category_id: ids.get(envelope) ?? null,
    }),
  )
  await api.createTransactions({ body: { transactions } })
}

async function envelopeIds(api: BudgetApi): Promise<Map<string, string>> {
  const { category_groups: groups } = await api.listCategories({})
  return new Map(groups.flatMap(({ categories }) => categories.map(({ name, id }) => [name, id])))
}

interface Place {
  currency: string
  account: string
  file: string
}

async function takeIn(
  { files, signal, now }: Outside,
  { api, journal: imports }: { api: BudgetApi; journal: Imports },
  { currency, account: name, file }: Place,
): Promise<ShownReport> {
  const { accounts } = await api.listAccounts({})
  const account = accounts.find((one) => one.name === name)
  if (!account) throw new Error(`The demo has no account ${name}`)
  const bytes = await files.example(file)
  const place = { file, path: file, account_id: account.id, bytes, currency, imports, signal }
  const options = { ...place, ...usualOrder, asked: written(usualOrder), now }
  // The demo puts what it takes in into envelopes by itself.
  const { categories: _, ...report } = await runImport(api, await previewImport(api, options), options)
  return report
}

/** Puts what the bank listed into envelopes, by merchant. */
async function categorize(api: BudgetApi): Promise<void> {
  const ids = await envelopeIds(api)
  for await (const page of transactionPages(api)) {
    for (const { id, merchant_name: merchant } of page) {
      const envelope = household.envelopeOf.find(([beginning]) => merchant?.startsWith(beginning))?.[1]
      if (envelope === undefined) continue
      const body =
        envelope === 'income' ? { ready_to_assign: true } : { category_id: ids.get(envelope) ?? null }
      await api.updateTransaction({ transaction_id: id, body: { ...body, review_status: 'reviewed' } })
    }
  }
}
