/** `budget completion install`: writes the completion script to the directory the shell reads. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { booleanFlag, optional } from '../../command/option-spec.ts'
import { enumOption } from '../../command/options.ts'
import { supportedShells } from '../../config/completion-paths.ts'
import { installCompletion, installedCompletionView } from '../../setup/install-completion.ts'

export const install = defineStandaloneCommand({
  name: 'completion install',
  summary: 'Install the completion script for your shell',
  arguments: {
    shell: optional(enumOption('The shell; by default the one in $SHELL', 'SHELL', supportedShells)),
  },
  flags: { force: booleanFlag('Replace a file that budget did not create') },
  examples: [
    { when: 'For your shell', commandLine: 'budget completion install' },
    {
      when: 'Preview it for another shell',
      commandLine: 'budget completion install fish --dry-run',
    },
  ],
  mutates: true,
  run: installCompletion,
  view: installedCompletionView,
})
