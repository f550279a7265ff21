import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { helpAsked, meantBy } from '../../src/cli/find-command.ts'
import { commandsOf } from '../../src/cli/generate-docs.ts'
import { registry, sections } from '../../src/commands/registry.ts'
import { shellWords } from '../transcripts/transcript.ts'

const transcripts = resolve(import.meta.dirname, '../transcripts')
const typed = readdirSync(transcripts)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => readFileSync(join(transcripts, name), 'utf8').split('\n'))
  .filter((line) => line.startsWith('$ '))
  .map((line) => shellWords(line.slice(2)).words.slice(1))
  .filter((words) => helpAsked(words) === undefined && words[0] !== '--version')

const commands = (await Promise.all(Object.keys(registry).map(commandsOf))).flat()

/** Which of the lines mean this command; lines that mean none are about that very mistake. */
async function linesMeaning(name: string): Promise<number> {
  let lines = 0
  for (const words of typed) {
    const meant = await Promise.resolve()
      .then(() => meantBy(words).load())
      .catch(() => undefined)
    if (meant?.name === name) lines += 1
  }
  return lines
}

describe('every command', () => {
  it('is there at all', () => expect(commands.length).toBeGreaterThan(40))

  it.each(commands.map(({ name }) => name))('%s has a transcript that types it', async (name) => {
    expect(await linesMeaning(name)).toBeGreaterThan(0)
  })

  it.each(commands.map((command) => [command.name, command] as const))(
    '%s has a summary and examples that mean it',
    async (name, command) => {
      expect(command.summary).toMatch(/^[A-Z].*[^.]$/)
      for (const { when, type } of command.examples) {
        expect(when).toMatch(/^[A-Z].*[^.]$/)
        const { words } = shellWords(type.replace(/ > .*/, ''))
        expect(words[0]).toBe('budget')
        expect((await meantBy(words.slice(1)).load()).name).toBe(name)
      }
    },
  )

  it('stands in one section of the help', () => {
    expect(Object.values(sections).flat().toSorted()).toEqual(Object.keys(registry).toSorted())
  })

  it('is called as its words in the registry', async () => {
    const words = Object.entries(registry).flatMap(([noun, entry]) =>
      'load' in entry ? [noun] : Object.keys(entry.verbs).map((verb) => `${noun} ${verb}`),
    )
    expect(commands.map(({ name }) => name)).toEqual(words)
  })
})
