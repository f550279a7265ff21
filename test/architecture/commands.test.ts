/** Tests that every command has examples and a transcript that runs it. */

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCommand, parseHelpRequest } from '../../src/cli/find-command.ts'
import { loadCommands } from '../../src/cli/help/generate-docs.ts'
import { helpSections } from '../../src/command/help-sections.ts'
import { commandRegistry } from '../../src/commands/registry.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

const transcripts = resolve(import.meta.dirname, '../transcripts')
const commandLines = readdirSync(transcripts)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => readFileSync(join(transcripts, name), 'utf8').split('\n'))
  .filter((line) => line.startsWith('$ '))
  .map((line) => splitShellWords(line.slice(2)).words.slice(1))
  .filter((words) => parseHelpRequest(words) === undefined && words[0] !== '--version')

const commands = (await Promise.all(Object.keys(commandRegistry).map(loadCommands))).flat()

/** Counts the lines that run this command; an unknown command counts as none. */
async function countLines(name: string): Promise<number> {
  let lines = 0
  for (const words of commandLines) {
    const meant = await Promise.resolve()
      .then(() => findCommand(words).load())
      .catch(() => undefined)
    if (meant?.name === name) lines += 1
  }
  return lines
}

describe('every command', () => {
  it('is there at all', () => expect(commands.length).toBeGreaterThan(40))

  it.each(commands.map(({ name }) => name))('%s has a transcript that types it', async (name) => {
    expect(await countLines(name)).toBeGreaterThan(0)
  })

  it.each(commands.map((command) => [command.name, command] as const))(
    '%s has a summary and examples that mean it',
    async (name, command) => {
      expect(command.summary).toMatch(/^[A-Z].*[^.]$/)
      for (const { when, commandLine } of command.examples) {
        expect(when).toMatch(/^[A-Z].*[^.]$/)
        const { words } = splitShellWords(commandLine.replace(/ > .*/, ''))
        expect(words[0]).toBe('budget')
        expect((await findCommand(words.slice(1)).load()).name).toBe(name)
      }
    },
  )

  it('stands in one section of the help', () => {
    expect(Object.values(helpSections).flat().toSorted()).toEqual(Object.keys(commandRegistry).toSorted())
  })

  it('is called as its words in the registry', async () => {
    const words = Object.entries(commandRegistry).flatMap(([noun, entry]) =>
      'load' in entry ? [noun] : Object.keys(entry.verbs).map((verb) => `${noun} ${verb}`),
    )
    expect(commands.map(({ name }) => name)).toEqual(words)
  })
})
