/** The completion script of a shell, made from the command specs. */

import { bash } from './bash.ts'
import { type DescribedFlag, describeCommands } from './described.ts'
import { fish } from './fish.ts'
import { zsh } from './zsh.ts'

const scripts = { bash, zsh, fish } as const

/** The script that teaches a shell to complete budget; `globals` are the flags of every command. */
export async function completionScript(
  shell: keyof typeof scripts,
  globals: readonly DescribedFlag[],
): Promise<string> {
  return scripts[shell](await describeCommands(), globals)
}
