/** Writes the transactions of a YNAB 4 budget as those of the YNAB API, which are the same under other names. */

import { groupBy } from '../../../contract/group-by.ts'
import { type JsonRecord } from '../../json-record.ts'
import { readOptionalText, readText } from '../json/json-fields.ts'
import { formatNotes } from '../payees-and-notes.ts'
import { isDeleted, type Ynab4Entities } from './ynab4-entities.ts'

type ApiFields = Readonly<Record<string, unknown>>

const translateLine = (record: JsonRecord): ApiFields => ({
  id: readText(record, 'entityId'),
  amount: record.fields['amount'],
  memo: record.fields['memo'],
  category_id: record.fields['categoryId'],
  payee_id: record.fields['payeeId'],
  transfer_account_id: record.fields['targetAccountId'],
  transfer_transaction_id: record.fields['transferTransactionId'],
})

/** Returns an object with the transactions that are not deleted, as a budget of the API lists them. */
export function translateTransactions(entities: Ynab4Entities, { place, hint }: JsonRecord): JsonRecord {
  const lines = groupBy(
    entities.list('subTransaction').filter((record) => !isDeleted(record)),
    (record) => readText(record, 'parentTransactionId'),
  )
  const transactions = entities
    .list('transaction')
    .filter((record) => !isDeleted(record))
    .map((record): ApiFields => {
      const own = translateLine(record)
      return {
        ...own,
        memo: formatNotes(readOptionalText(record, 'memo') ?? '', '', readCheckNumber(record)),
        account_id: record.fields['accountId'],
        date: record.fields['date'],
        cleared: record.fields['cleared'],
        approved: record.fields['accepted'],
        flag_color: record.fields['flag'],
        subtransactions: lines.get(readText(record, 'entityId'))?.map(translateLine),
      }
    })
  return { place, hint, fields: { transactions } }
}

/** Returns the number of the check of a transaction; YNAB 4 writes it as a text or a number. */
export function readCheckNumber({ fields }: JsonRecord): string {
  const number = fields['checkNumber']
  return typeof number === 'string' || typeof number === 'number' ? String(number).trim() : ''
}
