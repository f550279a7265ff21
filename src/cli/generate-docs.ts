/** Generates the stored help, the reference documents and the completion scripts at build time. */

import type { Command } from '../command/define.ts'
import { getArgumentOption } from '../command/option-spec.ts'
import { commandRegistry, helpSections } from '../commands/registry.ts'
import { buildCompletionScript } from '../completion/scripts.ts'
import { supportedShells } from '../config/completion-paths.ts'
import { buildOpenApi } from '../contract/openapi.ts'
import { getGlobalCompletions } from './global-completions.ts'
import { globalFlags } from './global-flags.ts'
import { formatArgumentUsage, formatFlagHelp, formatFlagUsage, renderHelp } from './help.ts'
import { helpTopics } from './help-topics.ts'
import { renderManPage } from './man-page.ts'

/** Returns the help of every topic, noun, alias and command, by the words that ask for it. */
export async function helpTexts(): Promise<Record<string, string>> {
  const texts: Record<string, string> = { '': await renderHelp([]) }
  for (const [noun, entry] of Object.entries(commandRegistry)) {
    const verbs = 'verbs' in entry ? Object.keys(entry.verbs) : []
    for (const word of [noun, ...('aliases' in entry ? (entry.aliases ?? []) : [])]) {
      texts[word] = await renderHelp([noun])
      for (const verb of verbs) texts[`${word} ${verb}`] = await renderHelp([noun, verb])
    }
  }
  for (const topic of Object.keys(helpTopics)) texts[`help ${topic}`] = await renderHelp(['help', topic])
  return texts
}

/**
 * Returns the content of every generated file by its path in the repository; `version` is that of the
 * package.
 */
export async function generatedFiles(version: string): Promise<Record<string, string>> {
  const [bash, zsh, fish] = await Promise.all(
    supportedShells.map((shell) => buildCompletionScript(shell, getGlobalCompletions())),
  )
  return {
    'docs/commands.md': await renderCommandsDocument(),
    'docs/budget.1': await renderManPage(version),
    'docs/openapi.json': `${JSON.stringify(buildOpenApi(version), null, 2)}\n`,
    'completions/budget.bash': bash ?? '',
    'completions/_budget': zsh ?? '',
    'completions/budget.fish': fish ?? '',
  }
}

async function renderCommandsDocument(): Promise<string> {
  const parts = ['# Commands\n\nGenerated from the commands by `npm run docs`; not to be edited.\n']
  for (const [title, nouns] of Object.entries(helpSections)) {
    parts.push(`## ${title}\n`)
    for (const noun of nouns) {
      for (const command of await loadCommands(noun)) parts.push(renderCommandSection(command))
    }
  }
  parts.push('## Flags of every command\n', renderFlagList(globalFlags.map(toGlobalFlagRow)))
  return parts.join('\n')
}

/** Loads the commands of a noun, or the command that is the noun itself. */
export async function loadCommands(noun: string): Promise<Command[]> {
  const entry = commandRegistry[noun]
  if (!entry) return []
  return 'load' in entry
    ? [await entry.load()]
    : Promise.all(Object.values(entry.verbs).map((load) => load()))
}

function renderCommandSection(command: Command): string {
  const args = Object.values(command.arguments ?? {})
  const flags = Object.entries(command.flags ?? {})
  const usage = [
    'budget',
    command.name,
    ...args.map(formatArgumentUsage),
    ...(flags.length > 0 ? ['[FLAGS]'] : []),
  ].join(' ')
  const rows = [
    ...args.map((argument): FlagRow => [formatArgumentUsage(argument), getArgumentOption(argument).help]),
    ...flags.map(
      ([name, flag]): FlagRow => [formatFlagUsage(name, flag, command.shortFlags), formatFlagHelp(flag)],
    ),
  ]
  const examples = command.examples.map(({ when, commandLine }) => `# ${when}\n${commandLine}\n`).join('')
  return [
    `### budget ${command.name}\n`,
    `${command.summary}.\n`,
    `\`${usage}\`\n`,
    ...(rows.length > 0 ? [renderFlagList(rows)] : []),
    `\`\`\`sh\n${examples}\`\`\`\n`,
  ].join('\n')
}

type FlagRow = readonly [form: string, help: string]

const renderFlagList = (rows: readonly FlagRow[]): string =>
  rows.map(([form, help]) => `- \`${form}\`: ${help}\n`).join('')

const toGlobalFlagRow = ({ name, short, placeholder, help }: (typeof globalFlags)[number]): FlagRow => {
  const long = placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`
  return [short === undefined ? long : `-${short}, ${long}`, help]
}
