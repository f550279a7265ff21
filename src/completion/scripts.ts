/** The completion script of a shell, made from the command specs. */

import { bash } from './bash.ts'
import { type DescribedFlag, describeCommands } from './described.ts'
import { fish } from './fish.ts'
import { zsh } from './zsh.ts'

export const shells = { bash, zsh, fish } as const

/** The script that teaches a shell to complete budget; `globals` are the flags of every command. */
export async function completionScript(
  shell: keyof typeof shells,
  globals: readonly DescribedFlag[],
): Promise<string> {
  return shells[shell](await describeCommands(), globals)
}
