/** Renders the man page from the commands and the help topics. */

import type { Command } from '../../command/define.ts'
import { helpSections } from '../../command/help-sections.ts'
import { getArgumentOption } from '../../command/option-spec.ts'
import { commandRegistry } from '../../commands/registry.ts'
import { globalFlags } from '../global-flags.ts'
import { formatArgumentUsage, formatCommandUsage, formatFlagHelp, formatFlagUsage } from './help.ts'
import { type HelpTopic, helpTopics, type TermDefinition } from './help-topics.ts'

/** Escapes text for roff: backslashes, hyphens, and lines that start like a roff request. */
const escapeRoff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(['.])/gm, '\\&$1')

const renderParagraph = ([term, meaning]: TermDefinition): string =>
  `.TP\n.B ${escapeRoff(term)}\n${escapeRoff(meaning)}\n`

function renderTopic({ title, intro, terms, outro }: HelpTopic): string {
  const introText = intro === undefined ? '' : `${escapeRoff(intro)}\n`
  const outroText = outro === undefined ? '' : `.PP\n${escapeRoff(outro)}\n`
  return `.SH ${title.toUpperCase()}\n${introText}${terms.map(renderParagraph).join('')}${outroText}`
}

function renderCommand(command: Command): string {
  const args = Object.values(command.arguments ?? {})
  const flags = Object.entries(command.flags ?? {})
  const usage = formatCommandUsage(command)
  const rows: TermDefinition[] = [
    ...args.map(
      (argument): TermDefinition => [formatArgumentUsage(argument), getArgumentOption(argument).help],
    ),
    ...flags.map(
      ([name, flag]): TermDefinition => [
        formatFlagUsage(name, flag, command.shortFlags),
        formatFlagHelp(flag),
      ],
    ),
  ]
  const examples = command.examples.map(({ when, commandLine }) => `# ${when}\n${commandLine}`).join('\n')
  return [
    `.SS ${escapeRoff(usage)}\n${escapeRoff(command.summary)}.\n`,
    ...rows.map(renderParagraph),
    `.PP\n.nf\n${escapeRoff(examples)}\n.fi\n`,
  ].join('')
}

const globalFlagsTopic: HelpTopic = {
  title: 'Global flags',
  terms: globalFlags.map(({ name, short, placeholder, help }) => {
    const long = placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`
    return [short === undefined ? long : `-${short}, ${long}`, help]
  }),
}

/** Returns the man page budget.1; `version` is that of the package. */
export async function renderManPage(version: string): Promise<string> {
  const commands: string[] = []
  for (const noun of Object.values(helpSections).flat()) {
    const entry = commandRegistry[noun]
    const loads = !entry ? [] : 'load' in entry ? [entry.load] : Object.values(entry.verbs)
    for (const load of loads) commands.push(renderCommand(await load()))
  }
  return [
    `.TH BUDGET 1 "" "budget ${escapeRoff(version)}" "Envelope budgeting"\n`,
    '.SH NAME\nbudget \\- envelope budgeting in the terminal\n',
    '.SH SYNOPSIS\n.B budget\n.I COMMAND\n[ARGUMENTS] [FLAGS]\n',
    '.SH DESCRIPTION\n',
    'Assign the money you have to categories every month. Spending reduces a category, and what is left carries over.\n',
    'Money without a category is in Ready to Assign. budget stores its data in a local file; the same\n',
    'commands work on a remote service.\n',
    `.SH COMMANDS\n${commands.join('')}`,
    renderTopic(globalFlagsTopic),
    ...Object.values(helpTopics).map(renderTopic),
  ].join('')
}
