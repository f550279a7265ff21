/** Reads the assignments, targets, rules, reconciliations and figures of an archive. */

import { toNameKey } from '../../contract/normalize-name.ts'
import { targetKinds } from '../../contract/ports/local-service.ts'
import type { WorkspaceContent } from '../../contract/ports/workspace-content.ts'
import type { StatedCategoryMonth, StatedFigures, StatedMonth } from '../figures.ts'
import { type JsonRecord, readFlag, readInteger } from '../json-record.ts'
import { createTableIds } from './archive-ids.ts'
import {
  readAmount,
  readDate,
  readInstant,
  readMonth,
  readName,
  readOrNull,
  readTotal,
  readWord,
} from './archive-lines.ts'
import type { ArchiveTables } from './archive-tables.ts'
import type { ArchiveIds } from './read-names.ts'

/** What the tables are read with. */
interface PlanContext {
  ids: ArchiveIds
  decimals: number
  salt: string | undefined
}

type Plans = Pick<
  WorkspaceContent,
  'assignments' | 'targets' | 'snoozes' | 'rules' | 'categorizations' | 'reconciliations'
>

/** Returns everything of an archive that has neither a name nor a date in a register. */
export function readPlans(tables: ArchiveTables, context: PlanContext): Plans {
  const { ids, decimals, salt } = context
  const { accounts, categories, merchants } = ids
  return {
    assignments: tables.assignments.map((line) => ({
      month: readMonth(line, 'month'),
      category: categories.find(line, 'category_id'),
      assigned: readTotal(line, 'assigned', decimals),
    })),
    targets: tables.targets.map((line) => ({
      category: categories.find(line, 'category_id'),
      kind: readWord(line, 'kind', targetKinds),
      amount: readAmount(line, 'amount', decimals),
      weekday: readOrNull(line, 'weekday', readInteger),
      by_date: readOrNull(line, 'by', readDate),
      repeat_months: readOrNull(line, 'repeat_months', readInteger),
      start_month: readOrNull(line, 'start_month', readMonth),
    })),
    snoozes: tables.snoozes.map((line) => ({
      month: readMonth(line, 'month'),
      category: categories.find(line, 'category_id'),
    })),
    rules: readRules(tables.rules, ids, salt),
    categorizations: tables.categorizations.map((line) => ({
      merchant: merchants.find(line, 'merchant_id'),
      category: readOrNull(line, 'category_id', categories.find),
      ready_to_assign: readFlag(line, 'ready_to_assign'),
    })),
    reconciliations: tables.reconciliations.map((line) => ({
      account: accounts.find(line, 'account_id'),
      date: readDate(line, 'date'),
      balance: readTotal(line, 'balance', decimals),
      at: readInstant(line, 'reconciled_at'),
    })),
  }
}

function readRules(
  lines: readonly JsonRecord[],
  { accounts, categories, merchants }: ArchiveIds,
  salt: string | undefined,
): Plans['rules'] {
  const rules = createTableIds('rule', salt)
  return lines.map((line) => ({
    seq: rules.add(line),
    position: readInteger(line, 'position'),
    merchant: readOrNull(line, 'merchant_id', merchants.find),
    merchant_contains: readOrNull(line, 'merchant_contains', (...place) => toNameKey(readName(...place))),
    account: readOrNull(line, 'account_id', accounts.find),
    direction: readOrNull(line, 'direction', (_, field) => readWord(line, field, ['outflow', 'inflow'])),
    category: readOrNull(line, 'category_id', categories.find),
    ready_to_assign: readFlag(line, 'ready_to_assign'),
  }))
}

/** Returns the figures that the workspace showed when it was archived. */
export function readFigures(tables: ArchiveTables, { ids, decimals }: PlanContext): StatedFigures<number> {
  const balances = tables.balances.map((line) => ({
    account: ids.accounts.find(line, 'account_id'),
    balance: readTotal(line, 'cleared_balance', decimals) + readTotal(line, 'pending_balance', decimals),
  }))
  const months: StatedMonth[] = []
  const categoryMonths: StatedCategoryMonth<number>[] = []
  for (const line of tables.figures) {
    const month = readMonth(line, 'month')
    const category = readOrNull(line, 'category_id', ids.categories.find)
    if (category === null) months.push({ month, readyToAssign: readTotal(line, 'ready_to_assign', decimals) })
    else
      categoryMonths.push({
        month,
        category,
        assigned: readTotal(line, 'assigned', decimals),
        activity: readTotal(line, 'activity', decimals),
        available: readTotal(line, 'available', decimals),
      })
  }
  return { balances, categoryMonths, months }
}
