/** Makes small budgets of another program. */

import type {
  SourceAccount,
  SourceBudget,
  SourceCategoryRef,
  SourceLine,
  SourceTransaction,
} from '../../src/migrate/source-budget.ts'

/** Parts of a budget; what is left out is empty, and the currency is USD. */
export const makeSource = (parts: Partial<SourceBudget> = {}): SourceBudget => ({
  kind: 'ynab',
  title: 'A YNAB export',
  name: undefined,
  currency: 'USD',
  accounts: [makeAccount('Checking')],
  groups: [{ key: 'everyday', name: 'Everyday' }],
  categories: [makeCategory('Food'), makeCategory('Fun')],
  transactions: [],
  assignments: [],
  targets: [],
  payees: [],
  figures: { balances: [], categoryMonths: [], months: [] },
  statesBalances: true,
  rules: {
    treatsCardsAsCash: false,
    ignoresUncategorized: false,
    offersMoneyAssignedLater: false,
    held: [],
    carriesOverspending: [],
  },
  notTaken: [],
  ...parts,
})

/** An account whose key is its name. */
export const makeAccount = (name: string, parts: Partial<SourceAccount> = {}): SourceAccount => ({
  key: name,
  name,
  type: undefined,
  suggestedType: 'banking_checking',
  onBudget: undefined,
  closed: false,
  notes: null,
  lastReconciledAt: null,
  ...parts,
})

/** A category of the group `everyday` whose key is its name. */
export const makeCategory = (name: string, card?: string) => ({
  key: name,
  name,
  group: 'everyday',
  hidden: false,
  card,
})

let count = 0

/** A cleared transaction of Checking on 2026-10-05. */
export const makeTransaction = (
  amount: bigint,
  category: SourceCategoryRef = null,
  parts: Partial<SourceTransaction> = {},
): SourceTransaction => ({
  key: `t${++count}`,
  account: 'Checking',
  date: '2026-10-05',
  amount,
  payee: null,
  notes: null,
  status: 'cleared',
  isReviewed: true,
  category,
  lines: null,
  transfer: null,
  isStartingBalance: false,
  ...parts,
})

/** A line of a split. */
export const makeLine = (
  amount: bigint,
  category: SourceCategoryRef,
  parts: Partial<SourceLine> = {},
): SourceLine => ({ amount, category, notes: null, payee: null, transfer: null, ...parts })
