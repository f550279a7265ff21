/** Counts the requests of moving a budget into a service. */

import { isCreditAccountType } from '../../contract/operations/accounts.ts'
import { maxBatchSize } from '../../contract/operations/transactions.ts'
import type { ContentTransaction, WorkspaceContent } from '../../contract/ports/workspace-content.ts'
import type { StatedFigures } from '../figures.ts'

/** What is read before the first write: the currency, accounts, categories, and the first page of transactions. */
const READS = 4

/** True for the side of a transfer that is created; the service creates the other one with it. */
export const isCreatedSide = ({ pair, amount }: ContentTransaction): boolean => pair !== null && amount < 0n

/** True for a side of a transfer whose category the service takes only in a request of its own. @see docs/spec.md#b62 */
export const needsCategoryRequest = (side: ContentTransaction): boolean =>
  side.pair !== null && (side.ready_to_assign || (side.category !== null && !isCreatedSide(side)))

/** Returns how many requests a move into an empty workspace of a service needs, with the comparison at its end. */
export function countRequests(content: WorkspaceContent, figures: StatedFigures<number>): number {
  let [regular, transfers, categories] = [0, 0, 0]
  for (const transaction of content.transactions) {
    if (transaction.pair === null) regular++
    if (isCreatedSide(transaction)) transfers++
    if (needsCategoryRequest(transaction)) categories++
  }
  const own = content.categories.filter(({ card }) => card === null)
  return (
    READS +
    content.accounts.length +
    content.groups.filter(({ system }) => !system).length +
    own.length +
    Math.ceil(regular / maxBatchSize) +
    transfers +
    categories +
    content.assignments.length +
    own.filter(({ archived }) => archived).length +
    content.accounts.filter(({ closed, notes }) => closed || notes !== null).length +
    countPaymentReads(content) +
    countComparison(figures)
  )
}

/** The payment categories, which the service creates with the cards, are read once. */
const countPaymentReads = ({ accounts }: WorkspaceContent): number =>
  accounts.some(({ type }) => isCreditAccountType(type)) ? 1 : 0

/** The comparison reads the accounts, the categories, and each month that the source says something about. */
const countComparison = ({ categoryMonths, months }: StatedFigures<number>): number =>
  2 + new Set([...categoryMonths, ...months].map(({ month }) => month)).size
