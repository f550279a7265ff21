/** Checks that one order of the log explains every call of a history: nothing lost, nothing twice, no stale read. */

/** A transfer that a client asked for; times are milliseconds of one clock. */
export interface TransferCall {
  note: string
  from: string
  to: string
  /** In cents. */
  amount: number
  begunAt: number
  /** When it was acknowledged; undefined when it never was. */
  endedAt: number | undefined
}

/** A read of all balances, in cents by account. */
export interface ReadCall {
  balances: Record<string, number>
  begunAt: number
  endedAt: number
}

/** What was called, and what the database has at the end. */
export interface BankHistory {
  transfers: readonly TransferCall[]
  reads: readonly ReadCall[]
  /** The notes of the transfers in the order of the log. */
  log: readonly string[]
  /** The balances at the beginning. */
  initial: Record<string, number>
}

/** Lists what no order of the log explains; empty when everything is. */
export function checkHistory({ transfers, reads, log, initial }: BankHistory): string[] {
  const byNote = new Map(transfers.map((transfer) => [transfer.note, transfer]))
  const places = new Map<string, number>()
  const problems: string[] = []
  for (const [index, note] of log.entries()) {
    if (places.has(note)) problems.push(`${note} was applied twice`)
    if (!byNote.has(note)) problems.push(`nobody asked for ${note}`)
    places.set(note, index)
  }
  for (const { note, endedAt } of transfers)
    if (endedAt !== undefined && !places.has(note)) problems.push(`${note} was acknowledged and is lost`)
  const ordered = log.flatMap((note) => byNote.get(note) ?? [])
  problems.push(...checkOrder(ordered), ...checkReads(ordered, reads, initial))
  return problems
}

/** A transfer that was acknowledged before another one began comes before it in the log. */
function checkOrder(ordered: readonly TransferCall[]): string[] {
  const problems: string[] = []
  let earliestEnd = Number.POSITIVE_INFINITY
  for (const { note, begunAt, endedAt } of ordered.toReversed()) {
    if (earliestEnd < begunAt) problems.push(`${note} began after one that the log has later had ended`)
    earliestEnd = Math.min(earliestEnd, endedAt ?? Number.POSITIVE_INFINITY)
  }
  return problems
}

/** Each read shows the balances after some entry between the newest at its beginning and the newest at its end. */
function checkReads(
  ordered: readonly TransferCall[],
  reads: readonly ReadCall[],
  initial: Record<string, number>,
): string[] {
  const states = listStates(ordered, initial)
  const problems: string[] = []
  for (const read of reads) {
    const found = (states.get(describe(read.balances)) ?? []).some(
      (count) =>
        ordered.slice(count).every(({ endedAt }) => endedAt === undefined || endedAt >= read.begunAt) &&
        ordered.slice(0, count).every(({ begunAt }) => begunAt <= read.endedAt),
    )
    if (!found)
      problems.push(`a read between ${read.begunAt} and ${read.endedAt} shows no state of that time`)
  }
  return problems
}

/** Returns after how many transfers each state holds. */
function listStates(
  ordered: readonly TransferCall[],
  initial: Record<string, number>,
): Map<string, number[]> {
  const balances = { ...initial }
  const states = new Map([[describe(balances), [0]]])
  for (const [index, { from, to, amount }] of ordered.entries()) {
    balances[from] = (balances[from] ?? 0) - amount
    balances[to] = (balances[to] ?? 0) + amount
    const state = describe(balances)
    states.set(state, [...(states.get(state) ?? []), index + 1])
  }
  return states
}

const describe = (balances: Record<string, number>): string =>
  Object.entries(balances)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([account, cents]) => `${account}=${cents}`)
    .join()
