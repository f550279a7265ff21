/** Builds the completion script of a shell. */

import { globalFlags } from '../global-flags.ts'
import { helpTopics } from '../help/help-topics.ts'
import { renderBashScript } from './bash.ts'
import { buildCommandModels, type FlagModel, type NounModel } from './command-model.ts'
import { renderFishScript } from './fish.ts'
import { renderZshScript } from './zsh.ts'

const scriptRenderers = { bash: renderBashScript, zsh: renderZshScript, fish: renderFishScript } as const

/** What is completed besides commands: global flags and help topics. */
interface GlobalCompletions {
  globals: readonly FlagModel[]
  topics: readonly string[]
}

/** Returns the completion script of a shell. */
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
  const summary = 'Help on a command or a topic'
  const command = {
    verb: '',
    summary,
    argumentCompletions: [[...new Set(words)]],
    lastArgumentRepeats: false,
    flags: [],
  }
  return { noun: 'help', aliases: [], summary, defaultVerb: '', commands: [command] }
}

/** Returns the global flags and the names of the help topics. */
export const getGlobalCompletions = () => ({
  globals: globalFlags.map(
    ({ name, placeholder, help, completion }): FlagModel => ({
      name: `--${name}`,
      help,
      takesValue: placeholder !== undefined,
      completion,
    }),
  ),
  topics: Object.keys(helpTopics),
})
