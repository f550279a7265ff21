/** The completion script of a shell, made from the command specs. */

import { bash } from './bash.ts'
import { type DescribedFlag, type DescribedNoun, describeCommands } from './command-model.ts'
import { fish } from './fish.ts'
import { zsh } from './zsh.ts'

const scripts = { bash, zsh, fish } as const

/** What stands beside the commands: the flags all of them know, and what help can be had on. */
interface Beside {
  globals: readonly DescribedFlag[]
  topics: readonly string[]
}

/** The script that teaches a shell to complete budget. */
export async function completionScript(
  shell: keyof typeof scripts,
  { globals, topics }: Beside,
): Promise<string> {
  const commands = await describeCommands()
  return scripts[shell]([...commands, help([...topics, ...commands.map(({ noun }) => noun)])], globals)
}

const help = (words: readonly string[]): DescribedNoun => {
  const summary = 'Explain a command, or what no single command tells'
  const command = { verb: '', summary, places: [[...new Set(words)]], repeats: false, flags: [] }
  return { noun: 'help', aliases: [], summary, usual: '', commands: [command] }
}
