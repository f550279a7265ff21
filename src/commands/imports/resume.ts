/** `budget imports resume`: resumes an import that was stopped. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { findAccount } from '../../command/names/resolve-name.ts'
import { optional } from '../../command/option-spec.ts'
import { enumOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { importFile } from '../../import/import-file.ts'
import { parseRequest } from '../../import/import-request.ts'
import { toImportStatus } from '../../import/import-status.ts'
import { findImport, findUnfinished, importOption } from '../../import/journal/find-import.ts'
import { computeImportId } from '../../import/plan/preview-import.ts'
import { importView } from '../../import/views/report-view.ts'

export const resume = defineCommand({
  name: 'imports resume',
  summary: 'Resume an import that was stopped',
  arguments: { id: optional(importOption('; by default the only unfinished one')) },
  flags: {
    assume: enumOption('What to assume about requests with an unknown outcome', 'OUTCOME', [
      'done',
      'absent',
    ]),
  },
  examples: [
    { when: 'After an interruption or the rate limit', commandLine: 'budget imports resume' },
    { when: 'Choose one of several', commandLine: 'budget imports resume 3f2a' },
  ],
  mutates: true,
  isAtomic: false,
  hasOwnDryRun: true,
  waitsForRateLimit: true,
  async run(context, { id, assume }) {
    const imports = await context.openImportStore()
    const record =
      id === undefined
        ? findUnfinished(imports)
        : findImport(imports, id, ({ state }) => state === 'unfinished')
    const { path, account_id, asked } = record
    if (path === '-') {
      throw new UserError('usage', 'This import was read from stdin, which was not saved', {
        hint: 'Send the same file to "budget import -" again: rows already imported are skipped',
      })
    }
    if (computeImportId(account_id, await context.files.read(path)) !== record.id) {
      throw new UserError('conflict', `"${path}" is not the file that was imported`, {
        hint: `Import it with "budget import": rows already imported are skipped`,
      })
    }
    const account = await findAccount(context.names, account_id)
    const order = parseRequest(asked)
    if (order.layout !== undefined) await assertLayoutExists(context, order.layout)
    return importFile(context, { path, account, order, accepted: true, assume })
  },
  view: importView,
  resultStatus: (result) => toImportStatus([result]),
})

/**
 * Asserts that the layout of the import still exists: another one might read the remaining rows differently.
 */
async function assertLayoutExists({ settings }: WorkspaceContext, layout: string): Promise<void> {
  const layouts = (await settings()).listLayouts()
  if (layouts.some(({ name }) => name === layout)) return
  throw new UserError(
    'not_found',
    `This import was started with the layout "${layout}", which no longer exists`,
    {
      hint: 'Restore the layout, or import the file again with another one: rows already imported are skipped',
    },
  )
}
