/** The commands as a shell needs to know them: words, flags, and what may stand where. */

import type { Command, Completion } from '../command/define.ts'
import { entryOfArgument, entryOfFlag, typedName } from '../command/flag-names.ts'
import { registry } from '../commands/registry.ts'

/** A flag a shell may offer. */
export interface DescribedFlag {
  name: string
  help: string
  takesValue: boolean
  completion: Completion | undefined
}

export interface DescribedCommand {
  /** The verb; empty for a command of one word. */
  verb: string
  summary: string
  /** What may stand in the place of each argument; the last one repeats where `repeats`. */
  places: (Completion | undefined)[]
  repeats: boolean
  flags: DescribedFlag[]
}

export interface DescribedNoun {
  noun: string
  aliases: readonly string[]
  summary: string
  /** The verb that the noun alone stands for; empty for a command of one word, or where it stands for none. */
  usual: string
  commands: DescribedCommand[]
}

export async function describeCommands(): Promise<DescribedNoun[]> {
  return Promise.all(
    Object.entries(registry).map(async ([noun, entry]) => {
      if ('load' in entry) {
        const commands = [described('', await entry.load())]
        return { noun, aliases: [], summary: entry.summary, usual: '', commands }
      }
      const verbs = Object.entries(entry.verbs).map(async ([verb, load]) => described(verb, await load()))
      const commands = await Promise.all(verbs)
      return {
        noun,
        aliases: entry.aliases ?? [],
        summary: entry.summary,
        usual: entry.usual ?? '',
        commands,
      }
    }),
  )
}

function described(verb: string, command: Command): DescribedCommand {
  const args = Object.values(command.arguments ?? {})
  const flags = Object.entries(command.flags ?? {}).map(([name, flag]): DescribedFlag => {
    const entry = entryOfFlag(flag)
    const help = entry?.help ?? ('toggle' in flag ? flag.toggle : '')
    return {
      name: `--${typedName(name)}`,
      help,
      takesValue: entry !== undefined,
      completion: entry?.completion,
    }
  })
  return {
    verb,
    summary: command.summary,
    places: args.map((argument) => entryOfArgument(argument).completion),
    repeats: args.some((argument) => 'some' in argument || 'any' in argument),
    flags,
  }
}
