/** Creates a sample budget in a temporary directory. */

import type { CommandContext } from '../command/context.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { Account } from '../contract/operations/accounts.ts'
import type { TransactionDraft } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import { createLocalChange, NEW_ID } from '../contract/ports/history.ts'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import { defaultImportRequest, serializeRequest } from '../import/import-request.ts'
import { previewImport } from '../import/plan/preview-import.ts'
import { runImport } from '../import/posting/run-import.ts'
import type { ImportRunOutput } from '../import/views/report-view.ts'
import { listSchedules } from '../schedules/list-schedules.ts'
import * as household from './demo-data.ts'
import type { DemoResult } from './demo-view.ts'

/** Fills the workspaces of the sample household, imports its bank files, and returns what there is to see. */
export async function createDemo(context: CommandContext): Promise<DemoResult> {
  if (context.invocation.isDryRun) return recordDemoWrites(context)
  const folder = await context.computer.files.createTemporaryDirectory('demo')
  const workspaces = await context.computer.openLocalWorkspaces(folder)
  const imports: ImportRunOutput[] = []
  try {
    for (const sample of household.sampleFiles) {
      const { id } = workspaces.createWorkspace({ name: sample.workspace, currency: sample.currency })
      workspaces.recordCommand(id, 'demo')
      const api = workspaces.open(id)
      if ('balance' in sample)
        await addSampleAccount(api, {
          name: sample.account,
          type: 'banking_checking',
          balance: sample.balance,
        })
      else await fillWorkspace(api)
      imports.push(await importSampleFile(context, { api, journal: workspaces.importStore(id) }, sample))
      if ('balance' in sample) continue
      await categorizeSampleRows(api)
      await addSampleSchedules(api)
    }
    const home = workspaces.open(workspaces.listWorkspaces().find(({ name }) => name === 'Home')?.id ?? '')
    const { accounts } = await home.listAccounts({})
    const month = await home.getMonth({ month: household.displayedMonth })
    const schedules = await listSchedules({
      workspace: { api: home },
      invocation: { today: household.displayedDay },
    })
    return { folder, accounts, imports, month, schedules, try: listNextCommands(context) }
  } finally {
    workspaces.close()
  }
}

/** Records the workspaces of a dry run; no directory is created. */
function recordDemoWrites(context: CommandContext): DemoResult {
  for (const { workspace: name, currency } of household.sampleFiles)
    context.invocation.recordPlannedChange(
      createLocalChange('workspace', { id: NEW_ID, after: { name, currency } }),
    )
  return { folder: NEW_ID, accounts: [], imports: [], try: listNextCommands(context) }
}

/** Returns the commands to try, as they work before the program is installed too. */
const listNextCommands = ({ invocation: { program } }: CommandContext): DemoResult['try'] =>
  household.nextCommands.map(({ why, type }) => ({ why, type: type.replace(/\bbudget\b/, program) }))

interface AccountDraft {
  name: string
  type: 'banking_checking' | 'banking_savings' | 'banking_cash' | 'credit_credit_card'
  balance: string
}

async function addSampleAccount(api: BudgetApi, { name, type, balance }: AccountDraft): Promise<Account> {
  const body = { name, type, initial_balance: balance, initial_balance_date: household.openingDate }
  return (await api.createAccount({ body })).account
}

/** Creates the accounts, categories, assignments and manual transactions. */
async function fillWorkspace(api: BudgetApi): Promise<void> {
  for (const account of household.sampleAccounts) await addSampleAccount(api, account)
  for (const [name, envelopes] of Object.entries(household.sampleGroups)) {
    const { category_group: group } = await api.createCategoryGroup({ body: { name } })
    // A new category becomes the first of its group, so the last one is created first. docs/spec.md#b73
    for (const envelope of envelopes.toReversed())
      await api.createCategory({ body: { name: envelope, group_id: group.id } })
  }
  const ids = await mapCategoryIds(api)
  for (const [envelope, amounts] of Object.entries(household.assignedByCategory)) {
    for (const [at, month] of household.budgetedMonths.entries()) {
      const body = { assigned: amounts[at] ?? '0' }
      await api.assignCategory({ month, category_id: ids.get(envelope) ?? '', body })
    }
  }
  const { accounts } = await api.listAccounts({})
  const transactions = household.manualTransactions.map(
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

/** Adds what the household expects to pay from its checking account. */
async function addSampleSchedules(api: BudgetApi): Promise<void> {
  const ids = await mapCategoryIds(api)
  const { accounts } = await api.listAccounts({})
  const account_id = accounts.find(({ name }) => name === 'Checking')?.id ?? ''
  for (const { name: merchant_name, envelope, months: count, ...draft } of household.sampleSchedules) {
    const every = { count, unit: 'month' as const }
    const category_id = ids.get(envelope) ?? null
    await api.createSchedule({ body: { account_id, merchant_name, category_id, every, ...draft } })
  }
}

async function mapCategoryIds(api: BudgetApi): Promise<Map<string, string>> {
  const { category_groups: groups } = await api.listCategories({})
  return new Map(groups.flatMap(({ categories }) => categories.map(({ name, id }) => [name, id])))
}

interface SampleFile {
  currency: string
  account: string
  file: string
}

async function importSampleFile(
  { computer: { files }, invocation: { signal, now } }: CommandContext,
  { api, journal: imports }: { api: BudgetApi; journal: ImportStore },
  { currency, account: name, file }: SampleFile,
): Promise<ImportRunOutput> {
  const { accounts } = await api.listAccounts({})
  const account = accounts.find((candidate) => candidate.name === name)
  if (!account) throw new Error(`The demo has no account ${name}`)
  const bytes = await files.readShippedFile(`examples/${file}`)
  const sample = { file, path: file, account_id: account.id, bytes, currency, imports, signal }
  const options = { ...sample, ...defaultImportRequest, request: serializeRequest(defaultImportRequest), now }
  // The demo categorizes the imported rows itself.
  const { categories: _, ...report } = await runImport(api, await previewImport(api, options), options)
  // The journal is closed when the result is printed.
  const created = 'created' in report ? report.created.toJSON() : []
  return { ...report, created: { toJSON: () => created } }
}

/** Assigns categories to the imported transactions by merchant. */
async function categorizeSampleRows(api: BudgetApi): Promise<void> {
  const ids = await mapCategoryIds(api)
  for await (const page of paginateTransactions(api)) {
    for (const { id, merchant_name: merchant } of page) {
      const envelope = household.categoryByMerchantPrefix.find(([prefix]) =>
        merchant?.startsWith(prefix),
      )?.[1]
      if (envelope === undefined) continue
      const body =
        envelope === 'income' ? { ready_to_assign: true } : { category_id: ids.get(envelope) ?? null }
      await api.updateTransaction({ transaction_id: id, body: { ...body, review_status: 'reviewed' } })
    }
  }
}
