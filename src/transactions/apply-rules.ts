/** Categorizes past transactions by the rules, as if they were new. */

import type { LocalWorkspaceContext } from '../command/context.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import type { CategorizationRule } from '../contract/ports/workspace-admin.ts'
import { describeTotals, totalTransactions } from './affected-transactions.ts'
import { describeRule, findRule } from './describe-rule.ts'
import type { RuleResult } from './rules-view.ts'
import { keepSelected } from './select-transactions.ts'

/** A script changes so many transactions without a question, unless they have a category already. */
const MAX_UNASKED = 5

/** Which rules are applied to which transactions. */
interface ApplyInput {
  rule: string | undefined
  account: { id: string } | undefined
  period: { since: string; until: string } | undefined
  recategorize: boolean
}

/** Categorizes what the rules mean, and returns each rule with the transactions it changed. */
export async function applyRules(context: LocalWorkspaceContext, input: ApplyInput): Promise<RuleResult[]> {
  const results = await planResults(context, input)
  const rows = results.flatMap(({ transactions }) => transactions)
  const ids = (await keepSelected(context, { what: 'rules', rows })).map(({ id }) => id)
  if (ids.length === 0) return []
  if (ids.length > MAX_UNASKED || input.recategorize || context.user.isInteractive())
    await context.user.requireConfirmation(formatQuestion(results, ids.length), async () =>
      results.map(describeResult).join('\n'),
    )
  const changed = new Map(context.workspace.admin.applyRules(ids).map((row) => [row.id, row]))
  return results.map((result) => ({
    ...result,
    transactions: result.transactions.flatMap(({ id }) => changed.get(id) ?? []),
  }))
}

/** Asks with the category, if there is only one. */
function formatQuestion(results: readonly RuleResult[], count: number): string {
  const names = [...new Set(results.map(({ rule }) => rule.category_name ?? 'Ready to Assign'))]
  const rows = count === 1 ? 'this transaction' : `these ${count} transactions`
  return names.length === 1
    ? `Categorize ${rows} as ${names.join('')}?`
    : `Categorize ${rows} with these ${results.length} rules?`
}

const describeResult = ({ rule, transactions }: RuleResult): string =>
  `${rule.position}  ${describeRule(rule)}: ${describeTotals(totalTransactions(transactions))}`

/** Returns the rules that apply to a transaction, each with the transactions it would change. */
async function planResults(context: LocalWorkspaceContext, input: ApplyInput): Promise<RuleResult[]> {
  const rules = context.workspace.admin.listRules()
  const wanted = input.rule === undefined ? rules : [findRule(rules, input.rule)]
  const rows = await listCandidates(context, input)
  const matches = new Map(
    context.workspace.admin.matchRules([...rows.keys()]).map((match) => [match.transaction_id, match]),
  )
  return wanted.flatMap((rule) => {
    const transactions = [...rows.values()].filter((row) => {
      const match = matches.get(row.id)
      return match?.rule_id === rule.id && !hasCategoryOf(row, rule)
    })
    return transactions.length === 0 ? [] : [{ rule, transactions }]
  })
}

const hasCategoryOf = (row: Transaction, { category_id, ready_to_assign }: CategorizationRule): boolean =>
  row.category_id === category_id && row.ready_to_assign === ready_to_assign

/** Lists the transactions that rules may categorize; with a category only if they may be changed. */
async function listCandidates(
  { workspace: { api } }: LocalWorkspaceContext,
  { account, period, recategorize }: ApplyInput,
): Promise<Map<string, Transaction>> {
  const filters = {
    ...(account && { account_id: account.id }),
    ...(period && { since_date: period.since, until_date: period.until }),
  }
  const rows = new Map<string, Transaction>()
  for await (const page of paginateTransactions(api, filters)) {
    for (const row of page) {
      const isUncategorized = row.category_id === null && !row.ready_to_assign
      if (row.type === 'regular' && row.splits === null && (isUncategorized || recategorize))
        rows.set(row.id, row)
    }
  }
  return rows
}
