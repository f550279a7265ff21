/** Builds the model of all commands that the completion scripts are rendered from. */

import type { Command } from '../../command/define.ts'
import type { Completion } from '../../command/option-spec.ts'
import { getArgumentOption, getFlagOption, toFlagName } from '../../command/option-spec.ts'
import { commandRegistry } from '../../commands/registry.ts'

/** A flag a shell may complete. */
export interface FlagModel {
  name: string
  help: string
  takesValue: boolean
  completion: Completion | undefined
}

/** A command a shell may complete. */
export interface CommandModel {
  /** The verb; empty for a command of one word. */
  verb: string
  summary: string
  /** What completes each argument; with `lastArgumentRepeats`, the last one applies to all further arguments. */
  argumentCompletions: (Completion | undefined)[]
  lastArgumentRepeats: boolean
  flags: FlagModel[]
}

/** A noun with its commands. */
export interface NounModel {
  noun: string
  aliases: readonly string[]
  summary: string
  /**
   * The verb that runs when the noun is typed alone; empty for a command of one word, or when there is none.
   */
  defaultVerb: string
  commands: CommandModel[]
}

/** Loads all commands and returns their models. */
export async function buildCommandModels(): Promise<NounModel[]> {
  return Promise.all(
    Object.entries(commandRegistry).map(async ([noun, entry]) => {
      if ('load' in entry) {
        const commands = [toCommandModel('', await entry.load())]
        return { noun, aliases: [], summary: entry.summary, defaultVerb: '', commands }
      }
      const verbs = Object.entries(entry.verbs).map(async ([verb, load]) =>
        toCommandModel(verb, await load()),
      )
      const commands = await Promise.all(verbs)
      return {
        noun,
        aliases: entry.aliases ?? [],
        summary: entry.summary,
        defaultVerb: entry.defaultVerb ?? '',
        commands,
      }
    }),
  )
}

function toCommandModel(verb: string, command: Command): CommandModel {
  const args = Object.values(command.arguments ?? {})
  const flags = Object.entries(command.flags ?? {}).map(([name, flag]): FlagModel => {
    const option = getFlagOption(flag)
    const help = option?.help ?? ('boolean' in flag ? flag.boolean : '')
    return {
      name: `--${toFlagName(name)}`,
      help,
      takesValue: option !== undefined,
      completion: option?.completion,
    }
  })
  return {
    verb,
    summary: command.summary,
    argumentCompletions: args.map((argument) => getArgumentOption(argument).completion),
    lastArgumentRepeats: args.some((argument) => 'oneOrMore' in argument || 'zeroOrMore' in argument),
    flags,
  }
}
