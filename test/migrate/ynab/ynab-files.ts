/** Makes small files of the shape that YNAB exports, and reads them. */

import type { SourceBudget } from '../../../src/migrate/source-budget.ts'
import { readYnabExport } from '../../../src/migrate/ynab/read-export.ts'
import type { ReadSourceOptions, SourceFile } from '../../../src/tables/source-file.ts'

export const REGISTER_HEADER =
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"'
export const PLAN_HEADER =
  '"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"'

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** YNAB quotes no amounts, except where they hold a comma. */
const quoteAmount = (amount: string): string => (amount.includes(',') ? quote(amount) : amount)

/** A row of the register; what is left out is empty. */
export interface RegisterCells {
  account?: string
  flag?: string
  date: string
  payee?: string
  group?: string
  category?: string
  memo?: string
  outflow?: string
  inflow?: string
  cleared?: string
}

/** Returns a line of the register. Amounts are not quoted, as in YNAB's files. */
function formatRegisterRow(row: RegisterCells): string {
  const { account = 'Checking', flag = '', date, payee = '', group = '', category = '', memo = '' } = row
  const { outflow = '$0.00', inflow = '$0.00', cleared = 'Cleared' } = row
  const joined = group === '' ? '' : `${group}: ${category}`
  const texts = [account, flag, date, payee, joined, group, category, memo].map(quote)
  return [...texts, ...[outflow, inflow].map(quoteAmount), quote(cleared)].join(',')
}

/** A row of the plan. */
export type PlanCells = readonly [month: string, group: string, category: string, ...amounts: string[]]

/** Returns a line of the plan. */
const formatPlanRow = ([month, group, category, ...amounts]: PlanCells): string =>
  [...[month, `${group}: ${category}`, group, category].map(quote), ...amounts.map(quoteAmount)].join(',')

/** Returns a file of a text. */
export const createFile = (path: string, text: string): SourceFile => ({
  path,
  bytes: new TextEncoder().encode(text),
})

export const createRegister = (rows: readonly RegisterCells[], name = 'Register.csv'): SourceFile =>
  createFile(name, [REGISTER_HEADER, ...rows.map(formatRegisterRow)].join('\n'))

export const createPlan = (rows: readonly PlanCells[]): SourceFile =>
  createFile('Plan.csv', [PLAN_HEADER, ...rows.map(formatPlanRow)].join('\n'))

const defaultOptions: ReadSourceOptions = {
  currency: 'USD',
  dateOrder: undefined,
  decimal: undefined,
  spending: undefined,
  today: '2026-11-20',
}

/** Reads the files of an export, in USD if the options do not say otherwise. */
export const readFiles = (
  files: readonly SourceFile[],
  options: Partial<ReadSourceOptions> = {},
): SourceBudget => readYnabExport(files, { ...defaultOptions, ...options })
