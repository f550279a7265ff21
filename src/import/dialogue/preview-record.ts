/** Converts a preview to the object that is printed. */

import type { StatementRow } from '../model/statement.ts'
import type { ImportPreview } from '../plan/preview-import.ts'
import { listClearings } from '../posting/record-rows.ts'
import type { BalanceCheckOutput } from '../views/account-text.ts'
import { type ImportPreviewOutput, type PreviewRow, requestsCount } from '../views/preview-view.ts'

const toPreviewRow = ({ row, line, date, amount, payee, notes, raw_payee }: StatementRow): PreviewRow => ({
  row,
  line,
  date,
  amount,
  payee,
  notes,
  raw_payee,
})

/** Returns the accounts of the file that are not imported. */
export function toOtherAccountsField({
  statement,
}: Pick<ImportPreview, 'statement'>): Pick<ImportPreviewOutput, 'other_accounts'> {
  const otherAccounts = statement.other_accounts.map(({ name, entries }) => ({ name, rows: entries }))
  return otherAccounts.length > 0 ? { other_accounts: otherAccounts } : {}
}

/** Returns the figures of the file that its rows do not give. */
export const toMismatchesField = ({
  mismatches,
}: Pick<ImportPreview, 'mismatches'>): Pick<ImportPreviewOutput, 'mismatches'> =>
  mismatches.length > 0 ? { mismatches } : {}

interface PreviewContext {
  account_name: string
  /** How the file differs from earlier files. */
  difference: string | undefined
  balance: BalanceCheckOutput | undefined
  /** The kind of a workbook; undefined for any other file. */
  sheet: string | undefined
  costsRequests: boolean
}

/** Converts a preview to the object that is printed. */
export function toPreviewOutput(
  preview: ImportPreview,
  { account_name, difference, balance, sheet, costsRequests }: PreviewContext,
): ImportPreviewOutput {
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
    ...(sheet !== undefined && { sheet }),
    delimiter: statement.format === 'CSV' ? statement.delimiter : null,
    file_account: statement.account ?? null,
    ...toOtherAccountsField(preview),
    mapping: statement.mapping,
    date_format: statement.date_format,
    decimal: statement.decimal ?? null,
    sign: statement.sign,
    difference: difference ?? null,
    skipped: [...statement.skipped, ...plan.left_out].map(({ line, why }) => ({ line, why })),
    first_date: plan.span?.first ?? null,
    last_date: plan.span?.last ?? null,
    counts: plan.counts,
    sums: plan.sums,
    money: plan.money,
    first: plan.first.map(toPreviewRow),
    last: plan.last.map(toPreviewRow),
    held: plan.held.map(({ row, existing: { id, date, amount, payee } }) => ({
      row: toPreviewRow(row),
      existing: { id, date, amount, payee },
    })),
    clears: listClearings(plan).map(({ existing: { id, date, amount, payee }, date: bank_date }) => ({
      id,
      date,
      amount,
      payee,
      bank_date,
    })),
    rejected: plan.rejected,
    cleaned: plan.cleaned,
    notes_cut: plan.notes_cut,
    balance_check: balance ?? null,
    ...toMismatchesField(preview),
    requests: plan.requests,
    [requestsCount]: costsRequests,
  }
}
