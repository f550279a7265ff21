/** `budget migrate verify`: compares a workspace with the file that it moved in from. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { repeatable } from '../../command/option-spec.ts'
import { fileOption, monthOption, textOption } from '../../command/options.ts'
import { buildResult } from '../../migrate/move-in.ts'
import { isProblem } from '../../migrate/proof/compare-figures.ts'
import { assertLocal, warnOfLaterStart } from '../../migrate/prove-workspace.ts'
import { sourceFlags, toMoveFlags, typeOption } from '../../migrate/source-flags.ts'
import { compareWorkspace, proveCompared } from '../../migrate/update/compare-workspace.ts'
import { groupThings, type ShownThings } from '../../migrate/update/describe-things.ts'
import { type VerifyResult, verifyView } from '../../migrate/update/update-view.ts'
import { toMonth } from '../../money/calendar.ts'
import { findWorkspace } from '../../setup/resolve-workspace.ts'

export const verify = defineStandaloneCommand({
  name: 'migrate verify',
  summary: 'Compare a workspace with the file it was migrated from, figure by figure',
  arguments: {
    workspace: textOption('The name or id of the workspace', 'WORKSPACE'),
    file: fileOption('The file or folder it was migrated from'),
  },
  flags: {
    from: sourceFlags.from,
    since: monthOption('The --since it was migrated with'),
    type: repeatable(typeOption('The --type it was migrated with')),
    dates: sourceFlags.dates,
    decimal: sourceFlags.decimal,
    spending: sourceFlags.spending,
    account: sourceFlags.account,
    income: sourceFlags.income,
  },
  examples: [
    { when: 'Is it still the same budget?', commandLine: 'budget migrate verify Home "My Budget.zip"' },
  ],
  async run(context, input) {
    const { workspace, file } = input
    await assertLocal(context, { file, verb: 'compared' })
    const workspaces = await context.computer.openLocalWorkspaces()
    const found = await compareWorkspace(context, {
      workspaces,
      workspace: findWorkspace(workspaces, workspace),
      file,
      flags: toMoveFlags(input),
    })
    const { move, compared, hasBase } = found
    const { id, name } = found.workspace
    const proof = await proveCompared(found)
    const things = compared ? groupThings(compared, hasBase) : { new_here: [], new_there: [], different: [] }
    const isChanged = proof.differences.some(({ rules }) => rules.length === 0) || countThings(things) > 0
    const range = await workspaces.reportSource(id).readDateRange()
    if (isChanged && move.since === undefined && range) warnOfLaterStart(context, move, toMonth(range.first))
    return { ...buildResult(move, { name, id, proof, ...(isChanged && { next: 'history' }) }), ...things }
  },
  view: verifyView,
  resultStatus: (result: VerifyResult) =>
    result.differences.some(isProblem) || countThings(result) > 0 ? 'problems-found' : 'done',
})

const countThings = ({ new_here, new_there, different }: ShownThings): number =>
  new_here.length + new_there.length + different.length
