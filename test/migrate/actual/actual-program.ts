/** Plays histories in Actual's own published package, which is installed outside of the project. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The directory in which `@actual-app/api` is installed; undefined if it is not. */
export const actualFolder = findPackage(process.env['BUDGET_ACTUAL_API'])

function findPackage(folder: string | undefined): string | undefined {
  return folder !== undefined && existsSync(join(folder, 'node_modules/@actual-app/api')) ? folder : undefined
}

/** A step of a history; the numbers choose among what there is by then. */
export interface Step {
  kind: StepKind
  numbers: readonly number[]
}

/** What Actual says about a month, in cents. */
export interface ActualMonth {
  month: string
  toBudget: number
  /** Names and figures of the categories of spending, by their ids. */
  categories: ReadonlyMap<string, { assigned: number; activity: number; available: number }>
}

/** A budget that Actual made. */
export interface PlayedBudget {
  /** What it exports. */
  zip: Uint8Array
  months: ActualMonth[]
  balances: ReadonlyMap<string, number>
  /** The steps that Actual refused, and why. */
  refused: string[]
}

// The package is not installed with the project, so its types are not known here.
type Api = any

interface Play {
  api: Api
  lib: Api
  pick: <Item>(items: readonly Item[]) => Item | undefined
  number: () => number
}

const MONTHS = ['2026-08', '2026-09', '2026-10', '2026-11', '2026-12', '2027-02'] as const
const AMOUNTS = [100_00, 50_00, 12_34, 1, 7_77, 250_00, 999_99, 20_00] as const

const listAccounts = ({ api }: Play) => api.getAccounts()
const listGroups = ({ api }: Play): Promise<any[]> => api.getCategoryGroups()
const listSpending = async (play: Play) =>
  (await play.api.getCategories()).filter((one: any) => one.group_id && !one.is_income)
const listIncome = async (play: Play) => (await play.api.getCategories()).filter((one: any) => one.is_income)

const pickMonth = ({ pick }: Play): string => pick(MONTHS) ?? ''
const pickDate = (play: Play): string =>
  `${pickMonth(play)}-${String((play.number() % 28) + 1).padStart(2, '0')}`
const pickAmount = ({ pick }: Play): number => pick(AMOUNTS) ?? 0

/** Picks a category of spending, sometimes one of income, sometimes none. */
async function pickCategory(play: Play): Promise<string | null> {
  const choice = play.number() % 8
  if (choice === 0) return null
  if (choice === 1) return play.pick<any>(await listIncome(play))?.id ?? null
  return play.pick<any>(await listSpending(play))?.id ?? null
}

async function pickTransferPayee(play: Play, account: string): Promise<string | undefined> {
  const payees = await play.api.getPayees()
  return play.pick<any>(payees.filter((one: any) => one.transfer_acct && one.transfer_acct !== account))?.id
}

async function listTransactions(play: Play): Promise<any[]> {
  const accounts = await listAccounts(play)
  const lists = []
  for (const { id } of accounts) lists.push(await play.api.getTransactions(id, '2026-01-01', '2028-01-01'))
  return lists.flat()
}

async function add(play: Play, account: string, transaction: object): Promise<void> {
  await play.api.addTransactions(account, [transaction], { runTransfers: true })
}

const stepByKind = {
  async account(play: Play) {
    const name = `Account ${play.number()}`
    const offbudget = play.number() % 3 === 0
    await play.api.createAccount({ name, offbudget }, play.number() % 2 ? pickAmount(play) : 0)
  },
  async close(play: Play) {
    const accounts = await listAccounts(play)
    const [one, other] = [play.pick<any>(accounts), play.pick<any>(accounts)]
    if (one && other && accounts.length > 2)
      await play.api.closeAccount(one.id, other.id, (await pickCategory(play)) ?? undefined)
  },
  async reopen(play: Play) {
    const closed = (await listAccounts(play)).filter((one: any) => one.closed)
    const one = play.pick<any>(closed)
    if (one) await play.api.reopenAccount(one.id)
  },
  async deleteAccount(play: Play) {
    const accounts = await listAccounts(play)
    const one = play.pick<any>(accounts)
    if (one && accounts.length > 3) await play.api.deleteAccount(one.id)
  },
  async moveAccountOffBudget(play: Play) {
    const one = play.pick<any>(await listAccounts(play))
    if (one) await play.api.updateAccount(one.id, { offbudget: !one.offbudget })
  },
  async group(play: Play) {
    await play.api.createCategoryGroup({ name: `Group ${play.number()}` })
  },
  async category(play: Play) {
    const groups = await listGroups(play)
    const group = play.pick(groups)
    if (group)
      await play.api.createCategory({
        name: `Category ${play.number()}`,
        group_id: group.id,
        is_income: group.is_income,
      })
  },
  async hide(play: Play) {
    const category = play.pick<any>(await listSpending(play))
    if (category) await play.api.updateCategory(category.id, { ...category, hidden: play.number() % 2 === 0 })
  },
  async hideGroup(play: Play) {
    const group = play.pick<any>((await listGroups(play)).filter((one) => !one.is_income))
    if (group)
      await play.api.updateCategoryGroup(group.id, { name: group.name, hidden: play.number() % 2 === 0 })
  },
  async moveCategory(play: Play) {
    const category = play.pick<any>(await listSpending(play))
    const group = play.pick<any>((await listGroups(play)).filter((one) => !one.is_income))
    if (category && group) await play.api.updateCategory(category.id, { ...category, group_id: group.id })
  },
  async deleteCategory(play: Play) {
    const categories = await listSpending(play)
    const [one, other] = [play.pick<any>(categories), play.pick<any>(categories)]
    if (!one || !other || categories.length < 3) return
    const transfers = one.id !== other.id && play.number() % 3 > 0
    await play.api.deleteCategory(one.id, transfers ? other.id : undefined)
  },
  async deleteIncomeCategory(play: Play) {
    const categories = await listIncome(play)
    const [one, other] = [play.pick<any>(categories), play.pick<any>(categories)]
    if (one && other && one.id !== other.id) await play.api.deleteCategory(one.id, other.id)
  },
  async deleteGroup(play: Play) {
    const groups = (await listGroups(play)).filter((one) => !one.is_income)
    const group = play.pick<any>(groups)
    const target = play.pick<any>((await listSpending(play)).filter((one: any) => one.group_id !== group?.id))
    if (group && target && groups.length > 2) await play.api.deleteCategoryGroup(group.id, target.id)
  },
  async spend(play: Play) {
    const account = play.pick<any>(await listAccounts(play))
    if (!account) return
    await add(play, account.id, {
      date: pickDate(play),
      amount: play.number() % 5 === 0 ? pickAmount(play) : -pickAmount(play),
      payee_name: `Shop ${play.number() % 5}`,
      category: await pickCategory(play),
      cleared: play.number() % 2 === 0,
      notes: play.number() % 2 === 0 ? 'with a #tag' : null,
    })
  },
  async earn(play: Play) {
    const account = play.pick<any>(await listAccounts(play))
    const category = play.pick<any>(await listIncome(play))
    if (account)
      await add(play, account.id, {
        date: pickDate(play),
        amount: pickAmount(play) * 3,
        payee_name: 'Work',
        category: category?.id,
      })
  },
  async transfer(play: Play) {
    const account = play.pick<any>(await listAccounts(play))
    if (!account) return
    const payee = await pickTransferPayee(play, account.id)
    const category = play.number() % 2 ? await pickCategory(play) : null
    if (payee)
      await add(play, account.id, { date: pickDate(play), amount: -pickAmount(play), payee, category })
  },
  async split(play: Play) {
    const account = play.pick<any>(await listAccounts(play))
    if (!account) return
    const subtransactions: object[] = []
    let amount = 0
    for (let left = 1 + (play.number() % 3); left >= 0; left--) {
      const part = play.number() % 4 === 0 ? pickAmount(play) : -pickAmount(play)
      const payee = play.number() % 4 === 0 ? await pickTransferPayee(play, account.id) : undefined
      subtransactions.push({
        amount: part,
        category: payee ? null : await pickCategory(play),
        ...(payee && { payee }),
        notes: 'line',
      })
      amount += part
    }
    await add(play, account.id, {
      date: pickDate(play),
      amount: play.number() % 6 === 0 ? amount - 3_00 : amount,
      payee_name: 'Market',
      subtransactions,
    })
  },
  async edit(play: Play) {
    const transaction = play.pick(await listTransactions(play))
    if (!transaction) return
    const choice = play.number() % 4
    const fields =
      choice === 0
        ? { date: pickDate(play) }
        : choice === 1 && !transaction.is_parent
          ? { category: await pickCategory(play) }
          : choice === 2 && !transaction.is_parent
            ? { amount: -pickAmount(play) }
            : { notes: 'edited', cleared: true, reconciled: true }
    await play.api.updateTransaction(transaction.id, fields)
  },
  async move(play: Play) {
    const transaction = play.pick(
      (await listTransactions(play)).filter((one) => !one.transfer_id && !one.is_parent),
    )
    const account = play.pick<any>(await listAccounts(play))
    if (transaction && account) await play.api.updateTransaction(transaction.id, { account: account.id })
  },
  async remove(play: Play) {
    const transaction = play.pick(await listTransactions(play))
    if (transaction) await play.api.deleteTransaction(transaction.id)
  },
  async assign(play: Play) {
    const category = play.pick<any>(await listSpending(play))
    const sign = play.number() % 6 === 0 ? -1 : 1
    if (category) await play.api.setBudgetAmount(pickMonth(play), category.id, sign * pickAmount(play))
  },
  async carry(play: Play) {
    const category = play.pick<any>(await listSpending(play))
    if (category) await play.api.setBudgetCarryover(pickMonth(play), category.id, play.number() % 3 > 0)
  },
  async holdIncome(play: Play) {
    const category = play.pick<any>(await listIncome(play))
    if (category)
      await play.lib.send('budget/set-carryover', {
        startMonth: pickMonth(play),
        category: category.id,
        flag: play.number() % 3 > 0,
      })
  },
  async hold(play: Play) {
    await play.api.holdBudgetForNextMonth(pickMonth(play), pickAmount(play))
  },
  async resetHold(play: Play) {
    await play.api.resetBudgetHold(pickMonth(play))
  },
  async mergePayees(play: Play) {
    const payees = (await play.api.getPayees()).filter((one: any) => !one.transfer_acct)
    const [one, other] = [play.pick<any>(payees), play.pick<any>(payees)]
    if (one && other && one.id !== other.id) await play.api.mergePayees(one.id, [other.id])
  },
} as const

/** The kinds of steps. */
export type StepKind = keyof typeof stepByKind

/** Each kind of step, the frequent ones several times. */
export const stepKinds: readonly StepKind[] = [
  // The keys of an object without others.
  ...(Object.keys(stepByKind) as StepKind[]),
  ...(['spend', 'earn', 'transfer', 'split', 'assign', 'carry', 'category'] as const).flatMap((kind) => [
    kind,
    kind,
    kind,
  ]),
]

/** Opens Actual with a directory of its own; it is one per process. */
export async function openActual(folder: string) {
  const api: Api = createRequire(join(folder, 'package.json'))('@actual-app/api')
  const data = mkdtempSync(join(tmpdir(), 'actual-'))
  const lib = await api.init({ dataDir: data })
  return {
    api,
    lib,
    /** Makes a budget step by step. */
    async play(steps: readonly Step[]): Promise<PlayedBudget> {
      await lib.send('create-budget', { budgetName: 'Played', avoidUpload: true })
      await api.createAccount({ name: 'Checking' }, 1000_00)
      await api.createAccount({ name: 'Visa' }, -40_00)
      await api.createAccount({ name: 'House', offbudget: true }, 5000_00)
      const refused: string[] = []
      for (const { kind, numbers } of steps) {
        let at = 0
        const number = (): number => numbers[at++ % numbers.length] ?? 0
        const play: Play = { api, lib, number, pick: (items) => items[number() % items.length] }
        try {
          await stepByKind[kind](play)
        } catch (error) {
          // Some of its errors are objects that are no Error.
          refused.push(`${kind}: ${Object(error).message}`)
        }
      }
      return { ...(await readBudget(api, lib)), refused }
    },
    async close(): Promise<void> {
      await api.shutdown()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function readBudget(api: Api, lib: Api): Promise<Omit<PlayedBudget, 'refused'>> {
  // Its cache misses a few changes, e.g. of accounts that leave the budget; opened again, it computes all figures.
  await lib.send('reset-budget-cache')
  const months: ActualMonth[] = []
  for (const month of await api.getBudgetMonths()) {
    const { toBudget, categoryGroups } = await api.getBudgetMonth(month)
    const spending = categoryGroups.filter((group: any) => !group.is_income)
    months.push({
      month,
      toBudget,
      categories: new Map(
        spending
          .flatMap((group: any) => group.categories)
          .map(({ id, budgeted, spent, balance }: any) => [
            id,
            { assigned: budgeted, activity: spent, available: balance },
          ]),
      ),
    })
  }
  const balances = new Map<string, number>()
  for (const { id } of await api.getAccounts()) {
    const query = lib.q('transactions').filter({ account: id }).options({ splits: 'none' })
    const { data } = await api.aqlQuery(query.calculate({ $sum: '$amount' }))
    balances.set(id, data ?? 0)
  }
  return { zip: await api.exportBudget(), months, balances }
}
