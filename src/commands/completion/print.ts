/** `budget completion bash|zsh|fish`: prints the completion script of a shell. */

import { defineStandaloneCommand } from '../../command/define.ts'
import type { Shell } from '../../config/completion-paths.ts'
import { definePlainTextView } from '../../output/view.ts'

interface CompletionScript {
  shell: Shell
  script: string
}

/** Defines the command that prints the script of a shell; `by_hand` is the path in its example. */
export const definePrintCommand = (shell: Shell, by_hand: string) =>
  defineStandaloneCommand({
    name: `completion ${shell}`,
    summary: `Print the completion script of ${shell}`,
    examples: [{ when: 'Install it manually', commandLine: `budget completion ${shell} > ${by_hand}` }],
    run: async ({ computer: { buildCompletionScript } }): Promise<CompletionScript> => ({
      shell,
      script: await buildCompletionScript(shell),
    }),
    view: definePlainTextView<CompletionScript>(({ script }) => script, ['shell', 'script']),
  })

/** The command for bash. */
export const bash = definePrintCommand('bash', '~/.local/share/bash-completion/completions/budget')

/** The command for zsh. */
export const zsh = definePrintCommand('zsh', '"${fpath[1]}/_budget"')

/** The command for fish. */
export const fish = definePrintCommand('fish', '~/.config/fish/completions/budget.fish')
