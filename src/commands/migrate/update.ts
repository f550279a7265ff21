/** `budget migrate update`: brings what is new and changed in a newer file into a workspace. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { booleanFlag, repeatable } from '../../command/option-spec.ts'
import { enumOption, fileOption, monthOption, textOption } from '../../command/options.ts'
import { isProblem } from '../../migrate/proof/compare-figures.ts'
import { assertLocal } from '../../migrate/prove-workspace.ts'
import { sourceFlags, toMoveFlags, typeOption } from '../../migrate/source-flags.ts'
import { type UpdateResult, updateView } from '../../migrate/update/update-view.ts'
import { updateWorkspace } from '../../migrate/update/update-workspace.ts'
import { findWorkspace } from '../../setup/resolve-workspace.ts'

export const update = defineStandaloneCommand({
  name: 'migrate update',
  summary: 'Bring what is new and changed in a newer file into a workspace',
  arguments: {
    workspace: textOption('The name or id of the workspace', 'WORKSPACE'),
    file: fileOption('A newer file or folder of the same budget'),
  },
  flags: {
    conflicts: enumOption('What is kept where both changed; asked, or else here', 'SIDE', ['here', 'there']),
    restoreOverspending: booleanFlag('Assign what the program kept overspent in categories'),
    from: sourceFlags.from,
    since: monthOption('The --since it was migrated with, if that is not known'),
    type: repeatable(typeOption('The type of a new account; can be repeated')),
    dates: sourceFlags.dates,
    decimal: sourceFlags.decimal,
    spending: sourceFlags.spending,
    account: sourceFlags.account,
    income: sourceFlags.income,
  },
  examples: [
    {
      when: 'See what a newer export would change',
      commandLine: 'budget migrate update Home newer.zip --dry-run',
    },
    { when: 'Bring it in, deciding each conflict', commandLine: 'budget migrate update Home newer.zip' },
    {
      when: 'Take the file where both changed, in a script',
      commandLine: 'budget migrate update Home newer.zip --conflicts there --yes',
    },
  ],
  mutates: true,
  hasOwnDryRun: true,
  async run(context, input): Promise<UpdateResult> {
    const { workspace, file, conflicts, restoreOverspending } = input
    await assertLocal(context, { file, verb: 'updated' })
    const workspaces = await context.computer.openLocalWorkspaces()
    return updateWorkspace(context, {
      workspaces,
      workspace: findWorkspace(workspaces, workspace),
      file,
      conflicts,
      restoresOverspending: restoreOverspending,
      label: `migrate update "${workspace}" "${file.split(/[\\/]/).at(-1)}"`,
      flags: toMoveFlags(input),
    })
  },
  view: updateView,
  resultStatus: ({ conflicts, differences, undo }) =>
    differences.some(isProblem)
      ? 'problems-found'
      : undo !== null && conflicts.some(({ is_decided }) => !is_decided)
        ? 'incomplete'
        : 'done',
})
