/** How merchants are shown. */

import { fieldPaths } from '../contract/field-paths.ts'
import { type Merchant, merchant } from '../contract/operations/merchants.ts'
import { oneLine } from './sanitize.ts'
import { count, type Sheet, sheet, text } from './view.ts'

const columns = [text('name', 'Merchant', { least: 12 }), text('id', 'Id', { whole: true, spare: 1 })]
const fields = () => fieldPaths(merchant)

/** Merchants one under the other. */
export const merchantList = sheet<Merchant[], Merchant>({
  columns,
  fields,
  empty: 'No merchants yet; they come with transactions, or with budget merchants add NAME',
})

/** One merchant with all its fields. */
export const merchantCard = sheet<Merchant, Merchant>({
  columns: [...columns, text('created_at', 'Created at'), text('updated_at', 'Updated at')],
  fields,
})

/** One line about a merchant that was changed. */
export const merchantChange = (said: (merchant: Merchant) => string): Sheet<Merchant> => ({
  ...merchantCard,
  say: (one) => `${oneLine(said(one))}\n`,
})

/** A merchant that was folded into another. */
export interface Merged {
  id: string
  name: string
  /** null when the answer that told it was lost. */
  moved_transaction_count: number | null
  into: Pick<Merchant, 'id' | 'name'>
}

/** What a merge did, a line per merchant that is gone. */
export const mergedList = sheet<Merged[], Merged>({
  columns: [text('name', 'Merchant'), count('moved_transaction_count', 'Moved'), text('id', 'Id')],
  fields: () => ['id', 'name', 'moved_transaction_count', 'into', 'into.id', 'into.name'],
  say: (merged) =>
    merged
      .map(({ name, moved_transaction_count: moved, into }) => {
        const rows = moved === 1 ? '1 transaction' : `${moved ?? 'its'} transactions`
        return `${oneLine(`${name} is now ${into.name}; ${rows} moved`)}\n`
      })
      .join(''),
})
