import { standalone } from '../../../command/define.ts'
import type { Shell } from '../../../config/completion-paths.ts'
import { prose } from '../../../render/text.ts'

interface Script {
  shell: Shell
  script: string
}

/** The command that prints the completion script of a shell; `by_hand` says where it may go. */
export const printed = (shell: Shell, by_hand: string) =>
  standalone({
    name: `completion ${shell}`,
    summary: `Print the completion script of ${shell}`,
    examples: [{ when: 'Put it in place by hand', type: `budget completion ${shell} > ${by_hand}` }],
    run: async ({ completionScript }): Promise<Script> => ({ shell, script: await completionScript(shell) }),
    show: prose<Script>(({ script }) => script, ['shell', 'script']),
  })
