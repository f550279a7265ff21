/**
 * Renders the tables of nouns, verbs, flags and arguments as shell functions that bash and zsh share. They
 * answer in REPLY.
 */

import type { Completion } from '../../command/option-spec.ts'
import type { FlagModel, NounModel } from './command-model.ts'

/**
 * Encodes a completion in one word: `@kind` asks budget for names, `=a b` lists words, `/` means files, `-`
 * anything.
 */
function encodeCompletion(completion: Completion | undefined): string {
  if (completion === undefined) return '-'
  if (completion === 'file') return '/'
  return typeof completion === 'string' ? `@${completion}` : `=${completion.join(' ')}`
}

/** Quotes a word so that a shell reads it literally. */
export const quoteShellWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

const renderCases = (rows: readonly (readonly [pattern: string, answer: string])[]): string =>
  rows.map(([pattern, answer]) => `    ${pattern}) REPLY=${quoteShellWord(answer)} ;;\n`).join('')

const renderTable = (name: string, rows: readonly (readonly [string, string])[]): string =>
  `${name}() {\n  REPLY=''\n  case "$1" in\n${renderCases(rows)}  esac\n}\n`

const renderPatterns = (words: readonly string[], after = ''): string =>
  words.map((word) => quoteShellWord(word + after)).join('|')

/** Renders the tables of nouns with their aliases, verbs, flags, flag values and arguments. */
export function renderShellTables(nouns: readonly NounModel[], globals: readonly FlagModel[]): string {
  return [
    renderTable(
      '_budget_noun',
      nouns.map(({ noun, aliases }) => [renderPatterns([noun, ...aliases]), noun]),
    ),
    renderTable(
      '_budget_default_verb',
      nouns.map(({ noun, defaultVerb }) => [quoteShellWord(noun), defaultVerb]),
    ),
    renderTable(
      '_budget_verbs',
      nouns.map(({ noun, commands }) => [quoteShellWord(noun), commands.map(({ verb }) => verb).join(' ')]),
    ),
    ...renderCommandTables(nouns, globals),
  ].join('\n')
}

/** Returns a line `word:description` for each word, as zsh expects them. */
const joinDescriptions = (words: readonly (readonly [word: string, help: string])[]): string =>
  words
    .filter(([word]) => word !== '')
    .map(([word, help]) => `${word}:${help}`)
    .join('\n')

/** Renders the tables with descriptions of nouns, verbs and flags. */
export function renderDescriptionTables(nouns: readonly NounModel[], globals: readonly FlagModel[]): string {
  const ofFlags = (flags: readonly FlagModel[]) =>
    joinDescriptions(flags.map(({ name, help }) => [name, help]))
  return [
    renderTable('_budget_verbs_told', [
      ["''", joinDescriptions(nouns.map(({ noun, summary }) => [noun, summary]))],
      ...nouns.map(
        ({ noun, commands }): CaseRow => [
          quoteShellWord(noun),
          joinDescriptions(commands.map(({ verb, summary }) => [verb, summary])),
        ],
      ),
    ]),
    renderTable('_budget_flags_told', [
      ...nouns.flatMap(({ noun, commands }) =>
        commands.map(({ verb, flags }): CaseRow => [quoteShellWord(`${noun} ${verb}`), ofFlags(flags)]),
      ),
      ["''", ofFlags(globals)],
    ]),
  ].join('\n')
}

type CaseRow = readonly [pattern: string, answer: string]

function renderCommandTables(nouns: readonly NounModel[], globals: readonly FlagModel[]): string[] {
  const each = nouns.flatMap(({ noun, commands }) =>
    commands.map((command) => ({ ...command, at: `${noun} ${command.verb}` })),
  )
  const names = (flags: readonly FlagModel[]) => flags.map(({ name }) => name).join(' ')
  const values = (flags: readonly FlagModel[], pattern: (name: string) => string): CaseRow[] =>
    flags
      .filter(({ takesValue }) => takesValue)
      .map(({ name, completion }) => [pattern(name), encodeCompletion(completion)])
  const flags = each.map((command): CaseRow => [quoteShellWord(command.at), names(command.flags)])
  const ownValues = each.flatMap((command) =>
    values(command.flags, (name) => quoteShellWord(`${command.at} ${name}`)),
  )
  const globalValues = values(globals, (name) => `*${quoteShellWord(` ${name}`)}`)
  const argumentCases = each.flatMap(({ at, argumentCompletions, lastArgumentRepeats: repeats }) =>
    argumentCompletions.map((completion, index): CaseRow => {
      const isLast = index === argumentCompletions.length - 1
      return [
        repeats && isLast ? `${quoteShellWord(`${at} `)}*` : quoteShellWord(`${at} ${index}`),
        encodeCompletion(completion),
      ]
    }),
  )
  return [
    renderTable('_budget_flags', [...flags, ["''", names(globals)]]),
    renderTable('_budget_value', [...ownValues, ...globalValues]),
    renderTable('_budget_argument', argumentCases),
  ]
}
