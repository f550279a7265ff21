/** A preview as it is shown. */

import type { StatementRow } from '../../../import/model/statement-row.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import type { ShownBalance } from '../../../render/import-balance.ts'
import type { ShownPreview, ShownRow } from '../../../render/import-preview.ts'

const shownRow = ({ row, line, date, amount, payee, notes, raw_payee }: StatementRow): ShownRow => ({
  row,
  line,
  date,
  amount,
  payee,
  notes,
  raw_payee,
})

/** The accounts of the file whose rows are not read. */
export function otherAccounts({
  statement,
}: Pick<ImportPreview, 'statement'>): Pick<ShownPreview, 'other_accounts'> {
  const others = statement.other_accounts.map(({ name, entries }) => ({ name, rows: entries }))
  return others.length > 0 ? { other_accounts: others } : {}
}

interface Beside {
  account_name: string
  /** How the file differs from those before it. */
  difference: string | undefined
  balance: ShownBalance | undefined
}

export function shownPreview(
  preview: ImportPreview,
  { account_name, difference, balance }: Beside,
): ShownPreview {
  const { statement, plan } = preview
  return {
    import_id: preview.import_id,
    file: preview.file,
    account_id: preview.account_id,
    account_name,
    currency: preview.currency,
    format: statement.format,
    encoding: statement.encoding,
    words: statement.words,
    delimiter: statement.format === 'CSV' ? statement.delimiter : null,
    file_account: statement.account ?? null,
    ...otherAccounts(preview),
    mapping: statement.mapping,
    date_format: statement.date_format,
    decimal: statement.decimal ?? null,
    sign: statement.sign,
    difference: difference ?? null,
    skipped: statement.skipped.map(({ line, why }) => ({ line, why })),
    first_date: plan.span?.first ?? null,
    last_date: plan.span?.last ?? null,
    counts: plan.counts,
    sums: plan.sums,
    money: plan.money,
    first: plan.first.map(shownRow),
    last: plan.last.map(shownRow),
    held: plan.held.map(({ row, existing: { id, date, amount, payee } }) => ({
      row: shownRow(row),
      existing: { id, date, amount, payee },
    })),
    rejected: plan.rejected,
    cleaned: plan.cleaned,
    notes_cut: plan.notes_cut,
    balance_check: balance ?? null,
    requests: plan.requests,
  }
}
