/**
 * Implements the settings of a workspace that the API does not cover, and the checks and backups of its file.
 * @see docs/spec.md#l-not-in-the-api-needed-locally-admin-functions-of-the-engine-never-routes-under-v1
 */

import type { WorkspaceAdmin } from '../contract/ports/workspace-admin.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { runQuery } from '../store/query.ts'
import { hasUsableHistory } from './budget/categorize.ts'
import {
  createRequestContext,
  type EngineOptions,
  findRow,
  type RequestContext,
} from './budget/request-context.ts'
import { createTransactionView } from './budget/transaction-rows.ts'
import { verifyTotals } from './budget/verify-totals.ts'
import { repairDeletedReferences, verifyDeletedReferences } from './history/row-references.ts'
import { verifyHistory } from './history/verify-history.ts'
import { deleteGroup, moveCategory, moveGroup } from './operations/categories.ts'
import {
  addRule,
  applyRules,
  listRules,
  matchRules,
  moveRule,
  removeRule,
} from './operations/categorization-rules.ts'
import {
  findByAmount,
  listReconciliations,
  readClearedBalance,
  readRegister,
  reconcileAccount,
} from './operations/reconciliations.ts'
import { clearTarget, listTargets, setTarget, snoozeTarget } from './operations/targets.ts'

function setLinked(context: RequestContext, account_id: string, linked: boolean): void {
  const { seq } = findRow(context, 'account', account_id, context.store.accounts.get)
  context.store.accounts.setLinked(seq, linked)
}

/** Returns the settings of an open workspace. */
export function createWorkspaceAdmin(options: EngineOptions): WorkspaceAdmin {
  const { store } = options
  const read = <Result>(work: (context: RequestContext) => Result): Result =>
    store.read(() => work(createRequestContext(options)))
  const write = <Result>(work: (context: RequestContext) => Result): Result => {
    // Without a command, a change must not be added to the entry of the request or undo before it.
    store.recorder.recordRequest({ now: options.now, command: '', actor: null, undoes: null })
    return store.write(() => work(createRequestContext(options)))
  }
  return {
    path: store.file,
    listDeletedTransactions: () =>
      read((context) => context.store.transactions.listDeleted().map(createTransactionView(context))),
    listTargets: () => read(listTargets),
    setTarget: (category_id, draft) => write((context) => setTarget(context, category_id, draft)),
    clearTarget: (category_id) => write((context) => clearTarget(context, category_id)),
    snoozeTarget: (category_id, month) => write((context) => snoozeTarget(context, category_id, month)),
    listRules: () => read(listRules),
    addRule: (draft) => write((context) => addRule(context, draft)),
    removeRule: (id) => write((context) => removeRule(context, id)),
    moveRule: (id, position) => write((context) => moveRule(context, id, position)),
    matchRules: (ids) => read((context) => matchRules(context, ids)),
    hasCategoryHistory: (merchant_id) =>
      read((context) =>
        hasUsableHistory(
          context.store,
          findRow(context, 'merchant', merchant_id, context.store.merchants.get),
        ),
      ),
    applyRules: (ids) => write((context) => applyRules(context, ids)),
    moveGroup: (id, position) => write((context) => moveGroup(context, id, position)),
    moveCategory: (id, position) => write((context) => moveCategory(context, id, position)),
    deleteGroup: (id) => write((context) => deleteGroup(context, id)),
    listReconciliations: () => read(listReconciliations),
    reconcileAccount: (draft) => write((context) => reconcileAccount(context, draft)),
    readClearedBalance: (account_id, date) =>
      read((context) => readClearedBalance(context, account_id, date)),
    readRegister: (query) => read((context) => readRegister(context, query)),
    findByAmount: (amount) => read((context) => findByAmount(context, amount)),
    setLinked: (account_id, linked) => write((context) => setLinked(context, account_id, linked)),
    query: (sql) => runQuery(store.file, sql, getCurrencyDecimals(store.settings.currency)),
    listIntegrityErrors() {
      const damage = store.findIntegrityErrors()
      // Totals read from a damaged file would only repeat the damage.
      return damage.length > 0
        ? damage
        : [...verifyTotals(store), ...read(verifyDeletedReferences), ...verifyHistory(store)]
    },
    repair: () => write(repairDeletedReferences),
    backup: (file, options) => store.backUp(file, options),
    compact({ keep_since }) {
      const size_before = store.size()
      const removed_entries =
        keep_since === undefined ? 0 : store.write(() => store.history.removeBefore(Date.parse(keep_since)))
      store.compact()
      return { removed_entries, size_before, size_after: store.size() }
    },
  }
}
