/** The commands as a shell needs to know them: words, flags, and what may stand where. */

import type { Command } from '../command/define.ts'
import type { Completion } from '../command/option-spec.ts'
import { getArgumentOption, getFlagOption, toFlagName } from '../command/option-spec.ts'
import { commandRegistry } from '../commands/registry.ts'

/** A flag a shell may offer. */
export interface FlagModel {
  name: string
  help: string
  takesValue: boolean
  completion: Completion | undefined
}

export interface CommandModel {
  /** The verb; empty for a command of one word. */
  verb: string
  summary: string
  /** What may stand in the place of each argument; the last one repeats where `repeats`. */
  places: (Completion | undefined)[]
  repeats: boolean
  flags: FlagModel[]
}

export interface NounModel {
  noun: string
  aliases: readonly string[]
  summary: string
  /** The verb that the noun alone stands for; empty for a command of one word, or where it stands for none. */
  usual: string
  commands: CommandModel[]
}

export async function buildCommandModels(): Promise<NounModel[]> {
  return Promise.all(
    Object.entries(commandRegistry).map(async ([noun, entry]) => {
      if ('load' in entry) {
        const commands = [toCommandModel('', await entry.load())]
        return { noun, aliases: [], summary: entry.summary, usual: '', commands }
      }
      const verbs = Object.entries(entry.verbs).map(async ([verb, load]) =>
        toCommandModel(verb, await load()),
      )
      const commands = await Promise.all(verbs)
      return {
        noun,
        aliases: entry.aliases ?? [],
        summary: entry.summary,
        usual: entry.defaultVerb ?? '',
        commands,
      }
    }),
  )
}

function toCommandModel(verb: string, command: Command): CommandModel {
  const args = Object.values(command.arguments ?? {})
  const flags = Object.entries(command.flags ?? {}).map(([name, flag]): FlagModel => {
    const entry = getFlagOption(flag)
    const help = entry?.help ?? ('boolean' in flag ? flag.boolean : '')
    return {
      name: `--${toFlagName(name)}`,
      help,
      takesValue: entry !== undefined,
      completion: entry?.completion,
    }
  })
  return {
    verb,
    summary: command.summary,
    places: args.map((argument) => getArgumentOption(argument).completion),
    repeats: args.some((argument) => 'oneOrMore' in argument || 'zeroOrMore' in argument),
    flags,
  }
}
