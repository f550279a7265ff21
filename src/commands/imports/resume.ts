import { command, maybe, type World } from '../../command/define.ts'
import { oneOf } from '../../command/options.ts'
import { findAccount } from '../../command/resolve-name.ts'
import { Mistake } from '../../contract/errors.ts'
import { importId } from '../../import/plan/preview-import.ts'
import { importSheet } from '../../render/import-report.ts'
import { outcomeOf } from './shared/exit-code.ts'
import { findImport, findUnfinished, importEntry } from './shared/find-import.ts'
import { importFile } from './shared/import-file.ts'
import { readOrder } from './shared/import-request.ts'

export const resume = command({
  name: 'imports resume',
  summary: 'Go on with an import that was stopped: what is booked is left alone',
  arguments: { id: maybe(importEntry('; the only unfinished one when left out')) },
  flags: {
    assume: oneOf('What to take for true of requests nobody knows the end of', 'OUTCOME', ['done', 'absent']),
  },
  examples: [
    { when: 'After a power cut, or the next hour', type: 'budget imports resume' },
    { when: 'Of several the one that is meant', type: 'budget imports resume 3f2a' },
  ],
  changes: true,
  atomic: false,
  previews: true,
  patient: true,
  async run(world, { id, assume }) {
    const imports = await world.imports()
    const record =
      id === undefined
        ? findUnfinished(imports)
        : findImport(imports, id, ({ state }) => state === 'unfinished')
    const { path, account_id, asked } = record
    if (path === '-') {
      throw new Mistake('usage', 'This import came in on stdin, and nobody kept it', {
        hint: 'Send the same file to "budget import -" again: what is booked is skipped',
      })
    }
    if (importId(account_id, await world.files.read(path)) !== record.id) {
      throw new Mistake('conflict', `"${path}" is another file than the one that was imported`, {
        hint: `Import it with "budget import": what is booked is skipped`,
      })
    }
    const account = await findAccount(world.names, account_id)
    const order = readOrder(asked)
    if (order.layout !== undefined) await refuseGone(world, order.layout)
    return importFile(world, { path, account, order, accepted: true, assume })
  },
  show: importSheet,
  outcome: (result) => outcomeOf([result]),
})

/** Throws a Mistake when a layout is gone: another one may read the rows that are left the other way round. */
async function refuseGone({ settings }: World, layout: string): Promise<void> {
  const kept = (await settings()).layouts()
  if (kept.some(({ name }) => name === layout)) return
  throw new Mistake('not_found', `This import was begun with the layout "${layout}", which is gone`, {
    hint: 'Bring the layout back, or import the file again with another one: what is booked is skipped',
  })
}
