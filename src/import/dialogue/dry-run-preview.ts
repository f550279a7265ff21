/** The preview that a dry run of an import shows. */

import type { WorkspaceContext } from '../../command/context.ts'
import type { LinkRow } from '../../schedules/plan-links.ts'
import { buildPreviewBalance } from '../compare-balance.ts'
import { previewDates } from '../fulfil-dates.ts'
import type { ImportRequest } from '../import-request.ts'
import type { ImportedRows } from '../matching/previous-imports.ts'
import { buildPlannedRows, type ImportPreview, type OpeningBalance } from '../plan/preview-import.ts'
import { formatPlan } from '../plan-file.ts'
import type { ResolvedLayout } from '../resolve-layout.ts'
import type { ImportFileOutput } from '../views/report-view.ts'
import { toPreviewOutput } from './preview-record.ts'
import { listRowOverrides } from './review-rows.ts'

interface DryRunRequest extends Pick<ResolvedLayout, 'difference'> {
  account: { name: string }
  request: ImportRequest
  plan_out?: string | undefined
  planned?: ImportedRows[] | undefined
  file_rows?: LinkRow[] | undefined
  opening: OpeningBalance | undefined
  /** The kind of a workbook; undefined for any other file. */
  sheet: string | undefined
}

/** Returns the preview of a dry run and writes the plan of --plan-out. */
export async function buildDryRunPreview(
  context: WorkspaceContext,
  preview: ImportPreview,
  { plan_out: out, request, account, difference, planned, file_rows, opening, sheet }: DryRunRequest,
): Promise<ImportFileOutput> {
  if (out !== undefined)
    await context.computer.files.write(out, formatPlan(preview, request), { force: true })
  return context.invocation.computeLong(async () => {
    planned?.push(buildPlannedRows(preview))
    const decided = await listRowOverrides(context, preview)
    const shown = toPreviewOutput(preview, {
      account_name: account.name,
      difference,
      balance: await buildPreviewBalance(context, preview, account.name, opening?.amount),
      sheet,
      costsRequests: context.workspace.costsRequests,
    })
    const schedules = request.catchup ? undefined : await previewDates(context, preview, file_rows)
    return { ...shown, ...(decided.length > 0 && { decided }), ...(schedules && { schedules }) }
  })
}
