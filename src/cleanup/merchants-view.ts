/** Shows merchants. */

import { listFieldPaths } from '../contract/field-paths.ts'
import { type Merchant, merchant } from '../contract/operations/merchants.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { countColumn, defineView, textColumn, type View } from '../output/view.ts'

const columns = [
  textColumn('name', 'Merchant', { minWidth: 12 }),
  textColumn('id', 'Id', { neverTruncate: true, dropPriority: 1 }),
]
const fields = () => listFieldPaths(merchant)

/** A list of merchants. */
export const merchantListView = defineView<Merchant[], Merchant>({
  columns,
  fields,
  emptyMessage: 'No merchants yet; add transactions, or use budget merchants add NAME',
})

/** One merchant with all its fields. */
const merchantView = defineView<Merchant, Merchant>({
  columns: [...columns, textColumn('created_at', 'Created at'), textColumn('updated_at', 'Updated at')],
  fields,
})

/** A merchant with the figures of its transactions; a split counts once for each of its lines. */
export interface MerchantFigures extends Merchant {
  line_count: number
  total: string
  first_date: string | null
  last_date: string | null
  /** The category that most of them have. */
  category_name: string | null
}

const figureColumns = [
  { field: 'line_count', heading: 'Times', kind: 'count' },
  { field: 'total', heading: 'Total', kind: 'amount' },
  { field: 'first_date', heading: 'First', kind: 'text' },
  { field: 'last_date', heading: 'Last', kind: 'text' },
  { field: 'category_name', heading: 'Usual category', kind: 'text' },
] as const

/** One merchant with the figures of its transactions, where reading them costs no request. */
export const merchantFiguresView = defineView<Merchant | MerchantFigures, Merchant | MerchantFigures>({
  columns: [
    ...columns,
    ...figureColumns.map((column) => ({
      ...column,
      getValue: (row: Merchant | MerchantFigures) => ('total' in row ? row[column.field] : null),
    })),
    textColumn('created_at', 'Created at'),
    textColumn('updated_at', 'Updated at'),
  ],
  fields: () => [...fields(), ...figureColumns.map(({ field }) => field)],
})

/** Returns a view of one line about a changed merchant. */
export const defineMerchantChangeView = (describe: (merchant: Merchant) => string): View<Merchant> => ({
  ...merchantView,
  renderText: (row) => `${sanitizeLine(describe(row))}\n`,
})

/** A merchant that was merged into another. */
export interface MergedMerchant {
  id: string
  name: string
  /** null when the reply with the count was lost. */
  moved_transaction_count: number | null
  into: Pick<Merchant, 'id' | 'name'>
}

/** A line for each merged merchant. */
export const mergedMerchantsView = defineView<MergedMerchant[], MergedMerchant>({
  columns: [
    textColumn('name', 'Merchant'),
    countColumn('moved_transaction_count', 'Moved'),
    textColumn('id', 'Id'),
  ],
  fields: () => ['id', 'name', 'moved_transaction_count', 'into', 'into.id', 'into.name'],
  renderText: (merged) =>
    merged
      .map(({ name, moved_transaction_count: moved, into }) => {
        const rows = moved === 1 ? '1 transaction' : `${moved ?? 'its'} transactions`
        return `${sanitizeLine(`Merged ${name} into ${into.name}; ${rows} moved`)}\n`
      })
      .join(''),
})
