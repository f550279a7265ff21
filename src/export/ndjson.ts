/** Writes transactions as the API returns them, one JSON object a line. @see docs/export.md#ndjson */

import type { ExportTransaction } from '../contract/ports/export-source.ts'
import { formatAmount, type MinorUnits } from '../money/minor-units.ts'
import { formatJsonLine } from '../output/json.ts'
import type { ExportFacts, ExportWriter } from './export-facts.ts'

/** Writes a workspace as one transaction a line, in the order of dates. */
export const writeNdjson: ExportWriter = async function* (facts) {
  const format = createTransactionFormat(facts)
  for await (const page of facts.listTransactions()) {
    let text = ''
    for (const transaction of page) text += format(transaction)
    yield text
  }
}

/**
 * Returns a function that writes a transaction. It puts the text together itself: JSON.stringify of whole objects takes
 * twice as long.
 */
function createTransactionFormat(facts: ExportFacts): (transaction: ExportTransaction) => string {
  const accounts = new Map(facts.accounts.map(({ id, name }) => [id, name]))
  const categories = new Map(facts.categories.map(({ id, name }) => [id, name]))
  const nameAccount = createReference('account', (id) => accounts.get(id))
  const nameMerchant = createReference('merchant', facts.getMerchantName)
  const nameCategory = createReference('category', (id) => categories.get(id))
  const text = (value: string | null): string => (value === null ? 'null' : formatJsonLine(value))
  const money = (amount: MinorUnits): string => formatAmount(amount, facts.decimals)

  const formatSplits = ({ is_split, lines }: ExportTransaction): string =>
    is_split
      ? `[${lines
          .map(
            (line) =>
              `{"amount":"${money(line.amount)}",${nameCategory(line.category_id)},"ready_to_assign":${line.ready_to_assign},"notes":${text(line.notes)}}`,
          )
          .join(',')}]`
      : 'null'

  return (row) => {
    const line = row.is_split ? undefined : row.lines[0]
    const type = row.transfer_account_id === null ? 'regular' : 'transfer'
    const start = `{"id":"${row.id}","date":"${row.date}","amount":"${money(row.amount)}",${nameAccount(row.account_id)},${nameMerchant(row.merchant_id)},`
    const middle = `${nameCategory(line?.category_id ?? null)},"ready_to_assign":${line?.ready_to_assign ?? false},"notes":${text(row.notes)},"status":"${row.status}","review_status":"${row.review_status}","type":"${type}",`
    const end = `"transfer_account_id":${text(row.transfer_account_id)},"splits":${formatSplits(row)},"deleted":false,"created_at":"${row.created_at}","updated_at":"${row.updated_at}"}\n`
    return start + middle + end
  }
}

/** Returns a function that writes the id and the name of a kind of thing, which it puts together once for each. */
function createReference(kind: string, getName: (id: string) => string | undefined) {
  const known = new Map<string | null, string>([[null, `"${kind}_id":null,"${kind}_name":null`]])
  return (id: string | null): string => {
    const text = known.get(id)
    if (text !== undefined || id === null) return text ?? ''
    const written = `"${kind}_id":${formatJsonLine(id)},"${kind}_name":${formatJsonLine(getName(id) ?? id)}`
    known.set(id, written)
    return written
  }
}
