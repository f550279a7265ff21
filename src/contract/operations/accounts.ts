/** Describes the account operations and the account resource. */

import * as p from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** The types of accounts. */
export const accountTypes = [
  'banking_checking',
  'banking_savings',
  'banking_cash',
  'banking_cash_management',
  'banking_money_market',
  'banking_cd',
  'banking_other',
  'credit_credit_card',
  'credit_line_of_credit',
  'credit_other',
  'investment_brokerage',
  'investment_401k',
  'investment_ira',
  'investment_roth_ira',
  'investment_roth_401k',
  'investment_hsa',
  'investment_sep_ira',
  'investment_simple_ira',
  'investment_keogh',
  'investment_529_plan',
  'investment_403b',
  'investment_other',
  'loan_auto',
  'loan_business',
  'loan_commercial',
  'loan_construction',
  'loan_home_equity',
  'loan_mortgage',
  'loan_student',
  'loan_other',
] as const

/** True for banking and credit accounts, which take part in envelope budgeting. @see docs/spec.md#a11 */
export const isOnBudgetAccountType = (type: string): boolean =>
  type.startsWith('banking_') || type.startsWith('credit_')

/**
 * True for credit accounts, which have a payment category and may have a negative balance.
 * @see docs/spec.md#c1
 */
export const isCreditAccountType = (type: string): boolean => type.startsWith('credit_')

/** The schema of an account. */
export const account = p.object({
  id: p.id,
  name: p.string(),
  type: p.openEnum(accountTypes),
  on_budget: p.boolean(),
  balance: p.money,
  cleared_balance: p.money,
  pending_balance: p.money,
  closed: p.boolean(),
  notes: p.nullable(p.string()),
  linked: p.boolean(),
  last_reconciled_at: p.nullable(p.instant),
  created_at: p.instant,
  updated_at: p.instant,
})

/** An account. */
export type Account = p.InferOutput<typeof account>

/** GET /accounts. */
export const listAccounts = defineOperation({
  summary: 'List the accounts',
  method: 'GET',
  path: '/accounts',
  status: 200,
  query: p.strictFields({ include_closed: p.optional(p.queryBoolean) }),
  reply: p.object({ accounts: p.array(account) }),
})

/** GET /accounts/{account_id}. */
export const getAccount = defineOperation({
  summary: 'Get one account',
  method: 'GET',
  path: '/accounts/{account_id}',
  status: 200,
  reply: p.object({ account }),
})

/** POST /accounts. */
export const createAccount = defineOperation({
  summary: 'Create a manual account',
  method: 'POST',
  path: '/accounts',
  status: 201,
  body: p.strictFields({
    name: p.name,
    type: p.closedEnum(accountTypes, 'must be an account type'),
    initial_balance: p.optional(p.amount),
    initial_balance_date: p.optional(p.date),
  }),
  reply: p.object({ account }),
})

/** PATCH /accounts/{account_id}. */
export const updateAccount = defineOperation({
  summary: 'Rename, close or reopen an account, or change its notes',
  method: 'PATCH',
  path: '/accounts/{account_id}',
  status: 200,
  body: p.strictFields({
    name: p.optional(p.name),
    notes: p.optional(p.notes),
    closed: p.optional(p.booleanField),
  }),
  reply: p.object({ account }),
})

/** DELETE /accounts/{account_id}. */
export const deleteAccount = defineOperation({
  summary: 'Delete an account without active transactions',
  method: 'DELETE',
  path: '/accounts/{account_id}',
  status: 200,
  reply: p.object({ deleted: p.boolean(), id: p.id }),
})
