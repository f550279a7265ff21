/** The man page, from the commands and the help topics. */

import type { Command } from '../command/define.ts'
import { entryOfArgument } from '../command/flag-names.ts'
import { registry, sections } from '../commands/registry.ts'
import { globalFlags } from './global-flags.ts'
import { argumentForm, flagForm, flagHelp } from './help.ts'
import { type Definition, type Topic, topics } from './help-topics.ts'

/** Text as roff takes it: no escapes of its own, dashes that can be searched for, no line that reads as a request. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(['.])/gm, '\\&$1')

const paragraph = ([term, meaning]: Definition): string => `.TP\n.B ${roff(term)}\n${roff(meaning)}\n`

function section({ title, above, terms, below }: Topic): string {
  const before = above === undefined ? '' : `${roff(above)}\n`
  const after = below === undefined ? '' : `.PP\n${roff(below)}\n`
  return `.SH ${title.toUpperCase()}\n${before}${terms.map(paragraph).join('')}${after}`
}

function commandPart(command: Command): string {
  const args = Object.values(command.arguments ?? {})
  const flags = Object.entries(command.flags ?? {})
  const usage = ['budget', command.name, ...args.map(argumentForm), ...(flags.length > 0 ? ['[FLAGS]'] : [])]
  const rows: Definition[] = [
    ...args.map((argument): Definition => [argumentForm(argument), entryOfArgument(argument).help]),
    ...flags.map(([name, flag]): Definition => [flagForm(name, flag, command.shorts), flagHelp(flag)]),
  ]
  const examples = command.examples.map(({ when, type }) => `# ${when}\n${type}`).join('\n')
  return [
    `.SS ${roff(usage.join(' '))}\n${roff(command.summary)}.\n`,
    ...rows.map(paragraph),
    `.PP\n.nf\n${roff(examples)}\n.fi\n`,
  ].join('')
}

const globals: Topic = {
  title: 'Flags of every command',
  terms: globalFlags.map(({ name, short, placeholder, help }) => {
    const long = placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`
    return [short === undefined ? long : `-${short}, ${long}`, help]
  }),
}

/** budget.1; `version` is the package's. */
export async function manual(version: string): Promise<string> {
  const commands: string[] = []
  for (const noun of Object.values(sections).flat()) {
    const entry = registry[noun]
    const loads = !entry ? [] : 'load' in entry ? [entry.load] : Object.values(entry.verbs)
    for (const load of loads) commands.push(commandPart(await load()))
  }
  return [
    `.TH BUDGET 1 "" "budget ${roff(version)}" "Envelope budgeting"\n`,
    '.SH NAME\nbudget \\- envelope budgeting in the terminal\n',
    '.SH SYNOPSIS\n.B budget\n.I COMMAND\n[ARGUMENTS] [FLAGS]\n',
    '.SH DESCRIPTION\n',
    'Every month money is put into categories; spending draws them down, what is left carries forward, and what has no\n',
    'job yet waits in Ready to Assign. The service is built in and keeps the data in a file on this machine; the same\n',
    'commands work on a remote service.\n',
    `.SH COMMANDS\n${commands.join('')}`,
    section(globals),
    ...Object.values(topics).map(section),
  ].join('')
}
