/** `budget imports resume`: resumes an import that was stopped. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { optional } from '../../command/option-spec.ts'
import { enumOption } from '../../command/options.ts'
import { findAccount } from '../../command/resolve-name.ts'
import { UserError } from '../../contract/errors.ts'
import { computeImportId } from '../../import/plan/preview-import.ts'
import { importView } from '../../render/import-report.ts'
import { findImport, findUnfinished, importOption } from './shared/find-import.ts'
import { importFile } from './shared/import-file.ts'
import { parseRequest } from './shared/import-request.ts'
import { toImportStatus } from './shared/import-status.ts'

export const resume = defineCommand({
  name: 'imports resume',
  summary: 'Go on with an import that was stopped: what is booked is left alone',
  arguments: { id: optional(importOption('; the only unfinished one when left out')) },
  flags: {
    assume: enumOption('What to take for true of requests nobody knows the end of', 'OUTCOME', [
      'done',
      'absent',
    ]),
  },
  examples: [
    { when: 'After a power cut, or the next hour', commandLine: 'budget imports resume' },
    { when: 'Of several the one that is meant', commandLine: 'budget imports resume 3f2a' },
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
      throw new UserError('usage', 'This import came in on stdin, and nobody kept it', {
        hint: 'Send the same file to "budget import -" again: what is booked is skipped',
      })
    }
    if (computeImportId(account_id, await context.files.read(path)) !== record.id) {
      throw new UserError('conflict', `"${path}" is another file than the one that was imported`, {
        hint: `Import it with "budget import": what is booked is skipped`,
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
  throw new UserError('not_found', `This import was begun with the layout "${layout}", which is gone`, {
    hint: 'Bring the layout back, or import the file again with another one: what is booked is skipped',
  })
}
