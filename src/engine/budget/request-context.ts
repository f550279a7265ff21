/** Provides what a handler needs for one request: the store, the time, ids and amounts. */

import type { OperationName, Operations } from '../../contract/api.ts'
import { ApiError, notFound } from '../../contract/errors.ts'
import type { ReferenceKind } from '../../contract/fields.ts'
import { createIdCodec, type IdCodec } from '../../contract/ids.ts'
import type { OperationReply, OperationRequest } from '../../contract/operation.ts'
import type { ValidationContext } from '../../contract/validate.ts'
import { formatTimestamp } from '../../money/calendar.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, type MinorUnits, parseAmount } from '../../money/minor-units.ts'
import type { AccountRow } from '../../store/accounts.ts'
import type { CategorizationRuleRow } from '../../store/categorization-rules.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'

/** The context of one request. */
export interface RequestContext extends ValidationContext {
  store: WorkspaceStore
  ids: IdCodec
  /** The instant of the request, in milliseconds since 1970. */
  now: number
  /** The UTC date of the request. */
  today: string
  /** Returns how many rows may be scanned for a page of `limit` rows. @see docs/spec.md#p5 */
  scanLimit: (limit: number) => number
  /** Returns an account by seq, deleted or not, read once per request; its balances may be outdated. */
  getAccount(seq: number): AccountRow
  /** Returns a name by seq, deleted or not, read once per request. */
  getName(kind: NamedKind, seq: number): string
  /** Lists the rules of auto-categorization, read once per request. */
  listRules(): CategorizationRuleRow[]
  /** Formats an amount as the API does. */
  formatMoney(minor: MinorUnits): string
  /** The decimals of the workspace's currency. */
  decimals: number
  /** Returns the minor units of a validated amount, as validation parsed it. */
  toMinorUnits(amount: string): MinorUnits
}

/** The kinds of rows that have a name. */
export type NamedKind = 'account' | 'merchant' | 'category'

/** What an engine is opened with. */
export interface EngineOptions {
  store: WorkspaceStore
  now: () => number
  /**
   * Forces short and empty pages in tests.
   * @default five rows are scanned for each requested one
   */
  scanLimit?: (limit: number) => number
}

/** Returns a function that parses each amount of a request once, for validation and for the handler. */
function createAmountParser(decimals: number): (amount: string) => MinorUnits | undefined {
  const amounts = new Map<string, MinorUnits | undefined>()
  return (amount) => {
    if (!amounts.has(amount)) amounts.set(amount, parseAmount(amount, decimals))
    return amounts.get(amount)
  }
}

/** Returns a function that looks each id up once: a batch names the same few accounts and ids a hundred times. */
function createReferenceCheck(
  store: WorkspaceStore,
  ids: IdCodec,
): (referent: ReferenceKind, id: string) => string | undefined {
  const checked: Record<ReferenceKind, Map<string, string | undefined>> = {
    account: new Map(),
    category: new Map(),
    category_group: new Map(),
    merchant: new Map(),
  }
  return (referent, id) => {
    const errors = checked[referent]
    if (!errors.has(id)) errors.set(id, findReferenceError(store, ids, referent, id))
    return errors.get(id)
  }
}

const idCodecs = new WeakMap<WorkspaceStore, IdCodec>()

/** Returns the ids of a workspace, which its requests share with the texts it remembers. */
function getIdCodec(store: WorkspaceStore): IdCodec {
  const codec = idCodecs.get(store) ?? createIdCodec(store.settings.id_salt)
  idCodecs.set(store, codec)
  return codec
}

/** Returns the context of one request. */
export function createRequestContext({
  store,
  now,
  scanLimit = (limit) => 5 * limit,
}: EngineOptions): RequestContext {
  const decimals = getCurrencyDecimals(store.settings.currency)
  const ids = getIdCodec(store)
  const instant = now()
  const parse = createAmountParser(decimals)
  const accounts = new Map<number, AccountRow>()
  const names: Record<NamedKind, Map<number, string>> = {
    account: new Map(),
    merchant: new Map(),
    category: new Map(),
  }
  const getNameByKind = {
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
    now: instant,
    today: formatTimestamp(instant).slice(0, 10),
    getAccount(seq) {
      const account = accounts.get(seq) ?? assertFound(store.accounts.get(seq))
      accounts.set(seq, account)
      return account
    },
    getName(kind, seq) {
      const cached = names[kind].get(seq)
      if (cached !== undefined) return cached
      const name = assertFound(getNameByKind[kind](seq))
      names[kind].set(seq, name)
      return name
    },
    listRules() {
      rules ??= store.rules.list()
      return rules
    },
    formatMoney: (minor) => formatAmount(minor, decimals),
    parseAmount: parse,
    toMinorUnits(amount) {
      const minor = parse(amount)
      if (minor === undefined) throw new Error(`${amount} was not checked before it was read`)
      return minor
    },
    findReferenceError: createReferenceCheck(store, ids),
  }
}

/**
 * Returns why a body must not refer to this id; undefined when it may.
 * @see docs/spec.md#d03
 * @see docs/spec.md#a24
 * @see docs/spec.md#c5
 */
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

/**
 * Returns the row of an id in a path.
 * @throws ApiError not_found
 */
export function findRow<Row extends object>(
  { ids }: RequestContext,
  kind: 'account' | 'category' | 'category_group' | 'merchant' | 'schedule' | 'transaction',
  id: string,
  get: (seq: number) => Row | undefined,
): Row {
  const seq = ids.toSeq(kind, id)
  const row = seq === undefined ? undefined : get(seq)
  // Deleted transactions stay readable; other deleted rows are gone. docs/spec.md#e33, docs/spec.md#a30,
  // docs/spec.md#m3
  if (!row || (kind !== 'transaction' && 'deleted' in row && row.deleted)) {
    throw notFound(kind === 'category_group' ? 'category group' : kind)
  }
  return row
}

/** Asserts that a row exists because another row refers to it. */
export function assertFound<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ApiError('internal_error', 'a row that another row refers to is missing')
  return row
}

/** Handles an operation. The request is validated; the handler runs in one transaction of the store. */
export type Handler<Name extends OperationName> = (
  context: RequestContext,
  request: OperationRequest<Operations[Name]>,
) => OperationReply<Operations[Name]>

/** The handlers of some operations, by name. */
export type HandlersFor<Name extends OperationName> = { [One in Name]: Handler<One> }
