/** Defines what a file says of a budget, and packs it to be stored with the move. */

import { gunzipSync, gzipSync } from 'node:zlib'
import type { ContentTransaction, WorkspaceContent } from '../../contract/ports/workspace-content.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'

/** A row with the key that the program of the file has for it; '' for none. */
type Keyed<Row> = { key: string } & Row

/** What a file says, as far as a later move compares it. Rows refer to one another by `seq`. */
export interface MovedBudget {
  accounts: readonly Keyed<Pick<WorkspaceContent['accounts'][number], 'seq' | 'name' | 'type' | 'closed'>>[]
  groups: readonly Keyed<Pick<WorkspaceContent['groups'][number], 'seq' | 'name' | 'system'>>[]
  categories: readonly Keyed<
    Pick<WorkspaceContent['categories'][number], 'seq' | 'name' | 'group' | 'card' | 'archived'>
  >[]
  merchants: readonly Pick<WorkspaceContent['merchants'][number], 'seq' | 'name'>[]
  transactions: readonly MovedTransaction[]
  assignments: WorkspaceContent['assignments']
  targets: WorkspaceContent['targets']
}

/** A transaction of a file. */
export type MovedTransaction = Keyed<
  Omit<ContentTransaction, 'auto' | 'deleted' | 'created_at' | 'updated_at'>
>

/** What a file says before it is compared: each reading makes the transactions. */
export interface PlannedBudget extends Omit<MovedBudget, 'transactions'> {
  transactions: Iterable<MovedTransaction>
}

/** Returns what a file says, with the `seq`s of its plan, which are those of a workspace that was made of it. */
export const toPlannedBudget = (plan: WorkspacePlan): PlannedBudget => ({
  ...toMovedNames(plan),
  transactions: { [Symbol.iterator]: () => iterateMoved(plan) },
})

function toMovedNames({ content, keys }: WorkspacePlan): Omit<MovedBudget, 'transactions'> {
  const addKeys = <Row extends { seq: number }>(rows: readonly Row[], known?: ReadonlyMap<number, string>) =>
    rows.map((row) => ({ key: known?.get(row.seq) ?? '', ...row }))
  return {
    accounts: addKeys(content.accounts, keys?.accounts),
    groups: addKeys(content.groups, keys?.groups),
    categories: addKeys(content.categories, keys?.categories),
    merchants: content.merchants,
    assignments: content.assignments,
    targets: content.targets,
  }
}

function* iterateMoved({ content, keys }: WorkspacePlan): Generator<MovedTransaction> {
  for (const row of content.transactions) yield { key: keys?.getTransactionKey(row.seq) ?? '', ...row }
}

/** Packs what the file of a plan says. The transactions are made one by one, so that they are not all in memory. */
export const packPlan = (plan: WorkspacePlan): Uint8Array => pack(toMovedNames(plan), iterateMoved(plan))

/** Packs what a file says. */
export const packBudget = ({ transactions, ...names }: MovedBudget): Uint8Array => pack(names, transactions)

const ROWS_PER_PART = 2000

/** Several compressed parts one after the other are one compressed file. */
function pack(
  names: Omit<MovedBudget, 'transactions'>,
  transactions: Iterable<MovedTransaction>,
): Uint8Array {
  const parts: Uint8Array[] = []
  let lines = [JSON.stringify(names, writeField)]
  const flush = (): void => {
    parts.push(gzipSync(`${lines.join('\n')}\n`))
    lines = []
  }
  for (const row of transactions) if (lines.push(JSON.stringify(row, writeField)) === ROWS_PER_PART) flush()
  flush()
  return Buffer.concat(parts)
}

/** Fields that the file does not say. */
const ownFields = new Set(['auto', 'deleted', 'linked', 'position', 'created_at', 'updated_at'])

const writeField = (field: string, value: unknown): unknown =>
  ownFields.has(field) ? undefined : typeof value === 'bigint' ? String(value) : value

const readAmount = (field: string, value: unknown): unknown =>
  (field === 'amount' || field === 'assigned') && typeof value === 'string' ? BigInt(value) : value

/** Returns what a file said when it was packed. */
export function unpackBudget(packed: Uint8Array): MovedBudget {
  const text = gunzipSync(packed)
  const transactions: MovedTransaction[] = []
  let names: Omit<MovedBudget, 'transactions'> | undefined
  // A line is decoded at a time: all of them would take as much memory as the transactions.
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    const line = text.toString('utf8', start, end)
    start = end + 1
    // `pack` wrote both.
    if (names) transactions.push(JSON.parse(line, readAmount) as MovedTransaction)
    else names = JSON.parse(line, readAmount) as Omit<MovedBudget, 'transactions'>
  }
  if (!names) throw new SyntaxError('Nothing is packed')
  return { ...names, transactions }
}

/** True for what was packed here: an archive of ours, which carries it, may have been changed. */
export function isPackedBudget(bytes: Uint8Array): boolean {
  try {
    const { accounts, groups, categories, merchants, assignments, targets } = unpackBudget(bytes)
    return [accounts, groups, categories, merchants, assignments, targets].every(Array.isArray)
  } catch (error) {
    if (error instanceof SyntaxError || isCompressionError(error)) return false
    throw error
  }
}

const isCompressionError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
