/** Renders the completion script for fish, which asks budget for names only. */

import type { Completion } from '../../command/option-spec.ts'
import { quoteShellWord } from './bash-zsh-tables.ts'
import type { CommandModel, FlagModel, NounModel } from './command-model.ts'

/** Returns the fish options that complete a value. */
function formatOffer(completion: Completion | undefined): string {
  if (completion === 'file') return '-F'
  if (completion === undefined) return '-x'
  const words =
    typeof completion === 'string' ? `(budget __complete ${completion} 2>/dev/null)` : completion.join(' ')
  return `-x -a ${quoteShellWord(words)}`
}

const renderFlagLine = (condition: string, { name, help, takesValue, completion }: FlagModel): string =>
  `complete -c budget -n ${quoteShellWord(condition)} -l ${name.slice(2)} ${takesValue ? `${formatOffer(completion)} ` : ''}-d ${quoteShellWord(help)}`

function renderCommandLines({ noun, aliases, defaultVerb }: NounModel, command: CommandModel): string[] {
  const nouns = [noun, ...aliases].join('|')
  const condition = `__budget_at ${quoteShellWord(nouns)} ${quoteShellWord(command.verb)}`
  // The flags of the default verb are completed before a verb is typed, too.
  const early =
    command.verb === defaultVerb && command.verb !== '' ? [`__budget_at ${quoteShellWord(nouns)} ''`] : []
  const [firstArgument] = command.argumentCompletions
  return [
    ...[condition, ...early].flatMap((when) => command.flags.map((flag) => renderFlagLine(when, flag))),
    ...(firstArgument === undefined
      ? []
      : [`complete -c budget -n ${quoteShellWord(condition)} ${formatOffer(firstArgument)}`]),
  ]
}

const renderNounLines = (described: NounModel): string[] => {
  const { noun, aliases, summary, commands } = described
  const verbs = commands.filter(({ verb }) => verb !== '')
  const condition = `__budget_at ${quoteShellWord([noun, ...aliases].join('|'))} ''`
  return [
    `complete -c budget -n __budget_start -a ${noun} -d ${quoteShellWord(summary)}`,
    ...verbs.map(
      ({ verb, summary }) =>
        `complete -c budget -n ${quoteShellWord(condition)} -a ${verb} -d ${quoteShellWord(summary)}`,
    ),
    ...commands.flatMap((command) => renderCommandLines(described, command)),
  ]
}

/** Returns the script for fish. */
export const renderFishScript = (nouns: readonly NounModel[], globals: readonly FlagModel[]): string => `\
# fish completion for budget; generated, do not edit

function __budget_words
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; or echo $word
    end
end

function __budget_start
    test -z (__budget_words | string collect)
end

# True if the line has this noun and this verb; an empty verb means none yet.
function __budget_at
    set -l words (__budget_words)
    contains -- "$words[1]" (string split '|' $argv[1]); or return 1
    test -z "$argv[2]"; and return (test (count $words) -eq 1)
    test "$words[2]" = "$argv[2]"
end

complete -c budget -f
${globals.map((flag) => renderFlagLine('true', flag)).join('\n')}
${nouns.flatMap(renderNounLines).join('\n')}
`
