/** What every rule is handed: the open workspace, the time, and the words between rows and the API's objects. */

import { ApiError, notFound } from '../../contract/errors.ts'
import type { ReferenceKind } from '../../contract/fields.ts'
import type { ValidationContext } from '../../contract/validate.ts'
import { formatTimestamp } from '../../money/calendar.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, type MinorUnits, parseAmount } from '../../money/minor-units.ts'
import type { AccountRow } from '../../store/accounts.ts'
import type { CategorizationRuleRow } from '../../store/categorization-rules.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { createIdCodec, type IdCodec } from './ids.ts'

export interface RequestContext extends ValidationContext {
  store: WorkspaceStore
  ids: IdCodec
  /** The instant of the request, in milliseconds since 1970. */
  now: number
  /** The UTC date of the request. */
  today: string
  /** At most so many rows are looked at for one page. @see docs/spec.md#p5 */
  scanLimit: (limit: number) => number
  /** An account a row points at, a deleted one too; read once a request. Not for its balances, which move. */
  getAccount(seq: number): AccountRow
  /** The name of an account, merchant or category a row points at, a deleted one too; read once a request. */
  getName(kind: NamedKind, seq: number): string
  /** The rules of auto-categorization; read once a request. */
  listRules(): CategorizationRuleRow[]
  /** An amount as the API writes it. */
  formatMoney(minor: MinorUnits): string
  /** The minor units of an amount that was checked before. */
  toMinorUnits(amount: string): MinorUnits
}

/** What a row points at that has a name. */
export type NamedKind = 'account' | 'merchant' | 'category'

export interface EngineOptions {
  store: WorkspaceStore
  now: () => number
  /** Forces short and empty pages in tests; by default five rows are looked at for each one asked for. */
  scanLimit?: (limit: number) => number
}

/** The context of one request. */
export function createRequestContext({
  store,
  now,
  scanLimit = (limit) => 5 * limit,
}: EngineOptions): RequestContext {
  const decimals = getCurrencyDecimals(store.settings.currency)
  const ids = createIdCodec(store.settings.id_salt)
  const at = now()
  // A batch names the same few accounts and ids a hundred times.
  const answers = new Map<string, string | undefined>()
  const accounts = new Map<number, AccountRow>()
  const names: Record<NamedKind, Map<number, string>> = {
    account: new Map(),
    merchant: new Map(),
    category: new Map(),
  }
  const nameOf = {
    account: (seq: number) => store.accounts.get(seq)?.name,
    merchant: (seq: number) => store.merchants.getName(seq),
    category: (seq: number) => store.categories.get(seq)?.name,
  }
  let rules: CategorizationRuleRow[] | undefined
  return {
    store,
    ids,
    decimals,
    scanLimit,
    now: at,
    today: formatTimestamp(at).slice(0, 10),
    getAccount(seq) {
      const account = accounts.get(seq) ?? assertFound(store.accounts.get(seq))
      accounts.set(seq, account)
      return account
    },
    getName(kind, seq) {
      const known = names[kind].get(seq)
      if (known !== undefined) return known
      const name = assertFound(nameOf[kind](seq))
      names[kind].set(seq, name)
      return name
    },
    listRules() {
      rules ??= store.rules.list()
      return rules
    },
    formatMoney: (minor) => formatAmount(minor, decimals),
    toMinorUnits(amount) {
      const minor = parseAmount(amount, decimals)
      if (minor === undefined) throw new Error(`${amount} was not checked before it was read`)
      return minor
    },
    findReferenceError(referent, id) {
      const question = `${referent} ${id}`
      if (!answers.has(question)) answers.set(question, findReferenceError(store, ids, referent, id))
      return answers.get(question)
    },
  }
}

/** What speaks against naming this id in a body. @see docs/spec.md#d03, docs/spec.md#a24, docs/spec.md#c5 */
function findReferenceError(
  store: WorkspaceStore,
  ids: IdCodec,
  referent: ReferenceKind,
  id: string,
): string | undefined {
  const seq = ids.toSeq(referent, id)
  if (seq === undefined) return 'does not exist'
  switch (referent) {
    case 'account': {
      const account = store.accounts.get(seq)
      return account && !account.deleted ? undefined : 'does not exist'
    }
    case 'category': {
      const category = store.categories.get(seq)
      if (!category || category.deleted) return 'does not exist'
      return category.card === null ? undefined : 'must not be a system category'
    }
    case 'category_group': {
      const group = store.groups.get(seq)
      if (!group) return 'does not exist'
      return group.system ? 'is a system group' : undefined
    }
    case 'merchant': {
      const merchant = store.merchants.get(seq)
      return merchant && !merchant.deleted ? undefined : 'does not exist'
    }
  }
}

/** The row an id in a path stands for; throws not_found. */
export function findRow<Row extends object>(
  { ids }: RequestContext,
  kind: 'account' | 'category' | 'category_group' | 'merchant' | 'transaction',
  id: string,
  get: (seq: number) => Row | undefined,
): Row {
  const seq = ids.toSeq(kind, id)
  const row = seq === undefined ? undefined : get(seq)
  // Soft-deleted transactions stay readable; everything else that is deleted is gone. docs/spec.md#e33, docs/spec.md#a30, docs/spec.md#m3
  if (!row || (kind !== 'transaction' && 'deleted' in row && row.deleted)) {
    throw notFound(kind === 'category_group' ? 'category group' : kind)
  }
  return row
}

/** A row that another row points at, so it must be there. */
export function assertFound<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ApiError('internal_error', 'a row that another points at is missing')
  return row
}
