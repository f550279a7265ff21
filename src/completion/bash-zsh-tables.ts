/** What may follow what, as functions that bash and zsh both read. They answer in REPLY. */

import type { Completion } from '../command/define.ts'
import type { DescribedFlag, DescribedNoun } from './command-model.ts'

/** A completion in one word: `@kind` asks budget, `=a b` are words, `/` a file, `-` anything. */
function mark(completion: Completion | undefined): string {
  if (completion === undefined) return '-'
  if (completion === 'file') return '/'
  return typeof completion === 'string' ? `@${completion}` : `=${completion.join(' ')}`
}

/** A word as shells read it literally. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

const cases = (rows: readonly (readonly [pattern: string, answer: string])[]): string =>
  rows.map(([pattern, answer]) => `    ${pattern}) REPLY=${quoted(answer)} ;;\n`).join('')

const table = (name: string, rows: readonly (readonly [string, string])[]): string =>
  `${name}() {\n  REPLY=''\n  case "$1" in\n${cases(rows)}  esac\n}\n`

const patterns = (words: readonly string[], after = ''): string =>
  words.map((word) => quoted(word + after)).join('|')

/** The tables: nouns and aliases, verbs, flags, the values of flags, the places of arguments. */
export function shellTables(nouns: readonly DescribedNoun[], globals: readonly DescribedFlag[]): string {
  return [
    table(
      '_budget_noun',
      nouns.map(({ noun, aliases }) => [patterns([noun, ...aliases]), noun]),
    ),
    table(
      '_budget_usual',
      nouns.map(({ noun, usual }) => [quoted(noun), usual]),
    ),
    table(
      '_budget_verbs',
      nouns.map(({ noun, commands }) => [quoted(noun), commands.map(({ verb }) => verb).join(' ')]),
    ),
    ...commandTables(nouns, globals),
  ].join('\n')
}

/** A line `word:what it is for` for each word, as zsh shows them. */
const describeWords = (words: readonly (readonly [word: string, help: string])[]): string =>
  words
    .filter(([word]) => word !== '')
    .map(([word, help]) => `${word}:${help}`)
    .join('\n')

/** The tables of what nouns, verbs and flags are for. */
export function describedTables(nouns: readonly DescribedNoun[], globals: readonly DescribedFlag[]): string {
  const ofFlags = (flags: readonly DescribedFlag[]) =>
    describeWords(flags.map(({ name, help }) => [name, help]))
  return [
    table('_budget_verbs_told', [
      ["''", describeWords(nouns.map(({ noun, summary }) => [noun, summary]))],
      ...nouns.map(
        ({ noun, commands }): Row => [
          quoted(noun),
          describeWords(commands.map(({ verb, summary }) => [verb, summary])),
        ],
      ),
    ]),
    table('_budget_flags_told', [
      ...nouns.flatMap(({ noun, commands }) =>
        commands.map(({ verb, flags }): Row => [quoted(`${noun} ${verb}`), ofFlags(flags)]),
      ),
      ["''", ofFlags(globals)],
    ]),
  ].join('\n')
}

type Row = readonly [pattern: string, answer: string]

function commandTables(nouns: readonly DescribedNoun[], globals: readonly DescribedFlag[]): string[] {
  const each = nouns.flatMap(({ noun, commands }) =>
    commands.map((command) => ({ ...command, at: `${noun} ${command.verb}` })),
  )
  const names = (flags: readonly DescribedFlag[]) => flags.map(({ name }) => name).join(' ')
  const values = (flags: readonly DescribedFlag[], pattern: (name: string) => string): Row[] =>
    flags
      .filter(({ takesValue }) => takesValue)
      .map(({ name, completion }) => [pattern(name), mark(completion)])
  const flags = each.map((command): Row => [quoted(command.at), names(command.flags)])
  const ownValues = each.flatMap((command) =>
    values(command.flags, (name) => quoted(`${command.at} ${name}`)),
  )
  const globalValues = values(globals, (name) => `*${quoted(` ${name}`)}`)
  const places = each.flatMap(({ at, places, repeats }) =>
    places.map((place, index): Row => {
      const isLast = index === places.length - 1
      return [repeats && isLast ? `${quoted(`${at} `)}*` : quoted(`${at} ${index}`), mark(place)]
    }),
  )
  return [
    table('_budget_flags', [...flags, ["''", names(globals)]]),
    table('_budget_value', [...ownValues, ...globalValues]),
    table('_budget_place', places),
  ]
}
