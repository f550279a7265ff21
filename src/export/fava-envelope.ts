/** Writes the settings and assignments that the fava-envelope extension reads from a ledger of beancount. */

import { formatAmount } from '../money/minor-units.ts'
import type { ChartOfAccounts } from './chart-of-accounts.ts'
import type { ExportFacts } from './export-facts.ts'

type Quote = (text: string) => string

/** Returns which accounts hold the money of the budget, and which ones are no envelopes. */
export function formatEnvelopeSettings(
  { accounts, months = [] }: ExportFacts,
  { getAccount, opening, tracking }: ChartOfAccounts,
  quote: Quote,
): string {
  const [first] = months
  if (!first) return ''
  const date = `${first.month}-01`
  const line = (...words: string[]): string => `${date} custom "envelope" ${words.map(quote).join(' ')}\n`
  // The extension takes the names as regular expressions that match the beginning of an account.
  const kept = accounts.map(({ id, on_budget }) =>
    on_budget
      ? line('budget account', `${getAccount(id)}$`)
      : line('mapping', `${getAccount(id)}$`, tracking),
  )
  return `${line('start date', first.month)}${kept.join('')}${line('income account', `${opening}$`)}`
}

/** Returns what was assigned, by month. Money for cards goes to their envelopes, which have no expenses. */
export function formatAllocations(
  { months = [], categories, decimals }: ExportFacts,
  { getExpenses, getEnvelope }: ChartOfAccounts,
  quote: Quote,
): string {
  const payments = new Set(categories.filter(({ is_payment }) => is_payment).map(({ id }) => id))
  const lines = months.flatMap(({ month, categories: figures }) =>
    figures.flatMap(({ category_id, assigned }) => {
      if (assigned === 0n || category_id === null) return []
      const account = payments.has(category_id) ? getEnvelope(category_id) : getExpenses(category_id)
      return [
        `${month}-01 custom "envelope" "allocate" ${quote(account)} ${formatAmount(assigned, decimals)}\n`,
      ]
    }),
  )
  return lines.join('')
}
