/** What is generated from the commands: the frozen help, docs/commands.md, the completion scripts. */

import type { Command } from '../command/define.ts'
import { entryOfArgument } from '../command/flag-names.ts'
import { registry, sections } from '../commands/registry.ts'
import { completionScript } from '../completion/scripts.ts'
import { shells } from '../config/completion-paths.ts'
import { openapi } from '../contract/openapi.ts'
import { besideCommands } from './generated-files.ts'
import { globalFlags } from './global-flags.ts'
import { argumentForm, flagForm, flagHelp, helpOn } from './help.ts'
import { topics } from './help-topics.ts'
import { manual } from './man-page.ts'

/** The help for every topic: all of budget, each noun under all its words, each command. */
export async function helpTexts(): Promise<Record<string, string>> {
  const texts: Record<string, string> = { '': await helpOn([]) }
  for (const [noun, entry] of Object.entries(registry)) {
    const verbs = 'verbs' in entry ? Object.keys(entry.verbs) : []
    for (const word of [noun, ...('aliases' in entry ? (entry.aliases ?? []) : [])]) {
      texts[word] = await helpOn([noun])
      for (const verb of verbs) texts[`${word} ${verb}`] = await helpOn([noun, verb])
    }
  }
  for (const topic of Object.keys(topics)) texts[`help ${topic}`] = await helpOn(['help', topic])
  return texts
}

/** Every committed file that is generated, with its path from the top of the repository; `version` is the package's. */
export async function generatedFiles(version: string): Promise<Record<string, string>> {
  const [bash, zsh, fish] = await Promise.all(
    shells.map((shell) => completionScript(shell, besideCommands())),
  )
  return {
    'docs/commands.md': await commandsDocument(),
    'docs/budget.1': await manual(version),
    'docs/openapi.json': `${JSON.stringify(openapi(version), null, 2)}\n`,
    'completions/budget.bash': bash ?? '',
    'completions/_budget': zsh ?? '',
    'completions/budget.fish': fish ?? '',
  }
}

async function commandsDocument(): Promise<string> {
  const parts = ['# Commands\n\nGenerated from the commands by `npm run docs`; not to be edited.\n']
  for (const [title, nouns] of Object.entries(sections)) {
    parts.push(`## ${title}\n`)
    for (const noun of nouns) {
      for (const command of await commandsOf(noun)) parts.push(commandDocument(command))
    }
  }
  parts.push('## Flags of every command\n', flagList(globalFlags.map(globalRow)))
  return parts.join('\n')
}

/** The commands of a noun, or the one command that is the word itself. */
export async function commandsOf(noun: string): Promise<Command[]> {
  const entry = registry[noun]
  if (!entry) return []
  return 'load' in entry
    ? [await entry.load()]
    : Promise.all(Object.values(entry.verbs).map((load) => load()))
}

function commandDocument(command: Command): string {
  const args = Object.values(command.arguments ?? {})
  const flags = Object.entries(command.flags ?? {})
  const usage = [
    'budget',
    command.name,
    ...args.map(argumentForm),
    ...(flags.length > 0 ? ['[FLAGS]'] : []),
  ].join(' ')
  const rows = [
    ...args.map((argument): Row => [argumentForm(argument), entryOfArgument(argument).help]),
    ...flags.map(([name, flag]): Row => [flagForm(name, flag, command.shorts), flagHelp(flag)]),
  ]
  const examples = command.examples.map(({ when, type }) => `# ${when}\n${type}\n`).join('')
  return [
    `### budget ${command.name}\n`,
    `${command.summary}.\n`,
    `\`${usage}\`\n`,
    ...(rows.length > 0 ? [flagList(rows)] : []),
    `\`\`\`sh\n${examples}\`\`\`\n`,
  ].join('\n')
}

type Row = readonly [form: string, help: string]

const flagList = (rows: readonly Row[]): string =>
  rows.map(([form, help]) => `- \`${form}\`: ${help}\n`).join('')

const globalRow = ({ name, short, placeholder, help }: (typeof globalFlags)[number]): Row => {
  const long = placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`
  return [short === undefined ? long : `-${short}, ${long}`, help]
}
