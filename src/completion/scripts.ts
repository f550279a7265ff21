/** The completion script of a shell, made from the command specs. */

import { renderBashScript } from './bash.ts'
import { buildCommandModels, type FlagModel, type NounModel } from './command-model.ts'
import { renderFishScript } from './fish.ts'
import { renderZshScript } from './zsh.ts'

const scriptRenderers = { bash: renderBashScript, zsh: renderZshScript, fish: renderFishScript } as const

/** What stands beside the commands: the flags all of them know, and what help can be had on. */
interface GlobalCompletions {
  globals: readonly FlagModel[]
  topics: readonly string[]
}

/** The script that teaches a shell to complete budget. */
export async function buildCompletionScript(
  shell: keyof typeof scriptRenderers,
  { globals, topics }: GlobalCompletions,
): Promise<string> {
  const commands = await buildCommandModels()
  return scriptRenderers[shell](
    [...commands, createHelpModel([...topics, ...commands.map(({ noun }) => noun)])],
    globals,
  )
}

const createHelpModel = (words: readonly string[]): NounModel => {
  const summary = 'Explain a command, or what no single command tells'
  const command = { verb: '', summary, places: [[...new Set(words)]], repeats: false, flags: [] }
  return { noun: 'help', aliases: [], summary, usual: '', commands: [command] }
}
