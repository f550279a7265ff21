/** Completion for fish: words and flags without starting budget, names by asking it. */

import type { Completion } from '../command/define.ts'
import { quoted } from './bash-zsh-tables.ts'
import type { DescribedCommand, DescribedFlag, DescribedNoun } from './command-model.ts'

/** What fish is told to offer in a place. */
function offer(completion: Completion | undefined): string {
  if (completion === 'file') return '-F'
  if (completion === undefined) return '-x'
  const words =
    typeof completion === 'string' ? `(budget __complete ${completion} 2>/dev/null)` : completion.join(' ')
  return `-x -a ${quoted(words)}`
}

const flagLine = (condition: string, { name, help, takesValue, completion }: DescribedFlag): string =>
  `complete -c budget -n ${quoted(condition)} -l ${name.slice(2)} ${takesValue ? `${offer(completion)} ` : ''}-d ${quoted(help)}`

function commandLines({ noun, aliases, usual }: DescribedNoun, command: DescribedCommand): string[] {
  const nouns = [noun, ...aliases].join('|')
  const condition = `__budget_at ${quoted(nouns)} ${quoted(command.verb)}`
  // The flags of what the noun alone does are offered before a verb is there, too.
  const early = command.verb === usual && command.verb !== '' ? [`__budget_at ${quoted(nouns)} ''`] : []
  const [place] = command.places
  return [
    ...[condition, ...early].flatMap((when) => command.flags.map((flag) => flagLine(when, flag))),
    ...(place === undefined ? [] : [`complete -c budget -n ${quoted(condition)} ${offer(place)}`]),
  ]
}

const nounLines = (described: DescribedNoun): string[] => {
  const { noun, aliases, summary, commands } = described
  const verbs = commands.filter(({ verb }) => verb !== '')
  const condition = `__budget_at ${quoted([noun, ...aliases].join('|'))} ''`
  return [
    `complete -c budget -n __budget_start -a ${noun} -d ${quoted(summary)}`,
    ...verbs.map(
      ({ verb, summary }) => `complete -c budget -n ${quoted(condition)} -a ${verb} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap((command) => commandLines(described, command)),
  ]
}

/** The script for fish. */
export const fish = (nouns: readonly DescribedNoun[], globals: readonly DescribedFlag[]): string => `\
# fish completion for budget; generated from its commands, not to be edited

function __budget_words
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; or echo $word
    end
end

function __budget_start
    test -z (__budget_words | string collect)
end

# Is the line about this noun, and about this verb, or about none yet when the verb is empty?
function __budget_at
    set -l words (__budget_words)
    contains -- "$words[1]" (string split '|' $argv[1]); or return 1
    test -z "$argv[2]"; and return (test (count $words) -eq 1)
    test "$words[2]" = "$argv[2]"
end

complete -c budget -f
${globals.map((flag) => flagLine('true', flag)).join('\n')}
${nouns.flatMap(nounLines).join('\n')}
`
