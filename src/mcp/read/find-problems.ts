/** `find_problems`: what wants a decision, each with a change that would settle it. */

import { boundedArray, closedEnum, optional, strictFields, textField } from '../../contract/fields.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { createReferences } from '../references.ts'
import { readLine, toFlags } from '../run-line.ts'
import { type AssistantSession, defineTool } from '../tool.ts'

const kinds = ['month', 'duplicates', 'transfers', 'merchants', 'accounts'] as const
type Kind = (typeof kinds)[number]

/** A problem, and the change that would settle it. */
interface Problem {
  kind: string
  ref?: string
  why: string
  [field: string]: unknown
}

/** How each kind is found; `period` narrows those that read rows. */
const finders: Record<Kind, (session: AssistantSession, period: string | undefined) => Promise<Problem[]>> = {
  month: findMonthProblems,
  duplicates: findDuplicates,
  transfers: findTransfers,
  merchants: findSameShops,
  accounts: findAccountProblems,
}

export const findProblems = defineTool({
  name: 'find_problems',
  title: 'Find problems',
  description:
    'Finds overspending, uncategorized rows, duplicates, transfers entered twice, merchants that are one shop, and accounts to reconcile. suggest is a change for draft_changes.',
  level: 'read',
  fields: strictFields({
    kinds: optional(
      boundedArray(closedEnum(kinds), kinds.length, {
        empty: 'must be a list of kinds',
        tooMany: 'must name each kind once',
      }),
    ),
    period: optional(textField),
  }),
  descriptions: { kinds: 'All by default', period: 'For duplicates and transfers: this-year by default' },
  async run(session, { kinds: wanted = kinds, period }) {
    const problems: Problem[] = []
    for (const kind of new Set(wanted)) problems.push(...(await finders[kind](session, period)))
    return { count: problems.length, problems }
  },
})

interface MonthProblem {
  problem: string
  amount: string
  category_id: string | null
  category_name: string | null
  count: number | null
  schedule_name?: string
  due_date?: string
  transaction_id?: string
}

async function findMonthProblems({ runner }: AssistantSession): Promise<Problem[]> {
  const { month, problems } = await readLine<{ month: string; problems: MonthProblem[] }>(runner, [
    'month',
    'check',
  ])
  return problems.map(({ problem, amount, category_name, count, schedule_name, due_date }) => ({
    kind: problem,
    why: monthReasons[problem] ?? 'wants a decision',
    month,
    amount,
    ...(category_name !== null && { category: category_name }),
    ...(count !== null && { count }),
    ...(schedule_name !== undefined && { schedule_name, due_date }),
    ...(problem === 'overspent' &&
      category_name !== null && {
        suggest: { do: 'cover', month, categories: [category_name], from: ['rta'] },
      }),
  }))
}

const monthReasons: Readonly<Record<string, string>> = {
  ready_to_assign: 'more is assigned than there is',
  overspent: 'more was spent than assigned',
  uncategorized: 'rows without a category lower no envelope',
  overdue: 'a planned date has passed without a transaction',
  unmatched: 'a transaction may be the planned one, with another amount or day',
}

interface PairFinding {
  reasons: string[]
  sure: boolean
}

/** Returns `same_day`, `near_amount` as text. */
const toText = (reasons: readonly string[]): string => reasons.join(', ').replaceAll('_', ' ')

const toFacts = ({ date, amount, account_name, merchant_name }: Transaction) => ({
  date,
  amount,
  account: account_name,
  merchant: merchant_name,
})

async function findDuplicates(session: AssistantSession, period = 'this-year'): Promise<Problem[]> {
  const pairs = await readLine<(PairFinding & { keep: Transaction; remove: Transaction })[]>(session.runner, [
    'tx',
    'duplicates',
    ...toFlags({ period }),
  ])
  const references = createReferences(
    session.references,
    pairs.flatMap(({ keep, remove }) => [keep.id, remove.id]),
  )
  return pairs.map(({ keep, remove, reasons, sure }) => ({
    kind: 'duplicate',
    ref: references(remove.id),
    why: toText(reasons),
    sure,
    remove: toFacts(remove),
    keep: { ref: references(keep.id), ...toFacts(keep) },
    suggest: { do: 'delete', refs: [references(remove.id)] },
  }))
}

async function findTransfers(session: AssistantSession, period = 'this-year'): Promise<Problem[]> {
  const pairs = await readLine<(PairFinding & { out: Transaction; in: Transaction })[]>(session.runner, [
    'tx',
    'transfers',
    ...toFlags({ period }),
  ])
  const references = createReferences(
    session.references,
    pairs.flatMap((pair) => [pair.out.id, pair.in.id]),
  )
  return pairs.map(({ out, in: into, reasons, sure }) => ({
    kind: 'transfer',
    ref: references(out.id),
    why: toText(reasons),
    sure,
    out: toFacts(out),
    in: { ref: references(into.id), ...toFacts(into) },
    suggest: {
      do: 'transfer',
      amount: into.amount,
      from: out.account_name,
      to: into.account_name,
      date: out.date,
      replaces: [references(out.id), references(into.id)],
    },
  }))
}

interface ShopFinding {
  name: string
  reasons: string[]
  sure: boolean
  transactions: number
  merchants: { name: string; transactions: number }[]
  into_merchant_id: string
  fix: { merge_ids: string[] }
}

async function findSameShops({ runner }: AssistantSession): Promise<Problem[]> {
  const groups = await readLine<ShopFinding[]>(runner, ['merchants', 'suggest'])
  return groups.map(({ name, reasons, sure, transactions, merchants, into_merchant_id, fix }) => ({
    kind: 'same_shop',
    ref: into_merchant_id,
    why: toText(reasons),
    sure,
    transactions,
    merchants: merchants.map((merchant) => ({ name: merchant.name, transactions: merchant.transactions })),
    suggest: { do: 'merge', kind: 'merchant', names: fix.merge_ids, into: into_merchant_id, name },
  }))
}

interface AccountFinding {
  account_name: string
  problems: string[]
  bank_date: string | null
  bank_balance: string | null
  bank_difference: string | null
}

async function findAccountProblems({ runner }: AssistantSession): Promise<Problem[]> {
  const accounts = await readLine<AccountFinding[]>(runner, ['accounts', 'check'])
  return accounts
    .filter(({ problems }) => problems.length > 0)
    .map(({ account_name, problems, bank_date, bank_balance, bank_difference }) => ({
      kind: 'account',
      why: toText(problems),
      account: account_name,
      ...(bank_balance !== null && { bank_date, bank_balance, bank_difference }),
    }))
}
