/** Tests that the commands in the README print what it shows. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseLayout } from '../../src/import/layouts/layout-json.ts'
import { createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

const root = resolve(import.meta.dirname, '../..')
const readFile = (path: string): string => readFileSync(resolve(root, path), 'utf8')
const readme = readFile('README.md')

/** The command lines in the `console` blocks, each with the output the README shows. */
const commandLines = [...readme.matchAll(/^```console\n(.*?)^```/gms)].flatMap(([, block = '']) =>
  block
    .split(/^(?=\$ )/m)
    .map((part) => part.split('\n').filter((line) => line !== ''))
    .map(([line = '', ...shown]) => ({ line: line.slice(2), shown })),
)

test('what the README types works, in its order, and says what it shows', async () => {
  expect(commandLines.length).toBeGreaterThan(10)
  const stage = createCliHarness()
  for (const { line, shown } of commandLines) {
    const { env, words } = splitShellWords(line)
    const { stdout, stderr, code } = await stage.budget(words.slice(1), { env })
    expect({ line, code, stderr }).toMatchObject({ line, code: 0 })
    if (shown.length > 0) expect({ line, said: stdout.trimEnd().split('\n') }).toEqual({ line, said: shown })
  }
  stage.close()
})

test('the script the README shows is the one in examples/', () => {
  expect(readme).toContain(`\`\`\`sh\n${readFile('examples/monthly.sh')}\`\`\`\n`)
})

test('the places the README points to are there', () => {
  const anchors = [...readme.matchAll(/^## (.*)$/gm)].map(
    ([, title = '']) =>
      `#${title
        .toLowerCase()
        .replace(/[^a-z -]/g, '')
        .replaceAll(' ', '-')}`,
  )
  const links = [...readme.matchAll(/\]\((#[^)]*)\)/g)].map(([, link]) => link)
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter((link) => link === undefined || !anchors.includes(link))).toEqual([])
})

test('the layout docs/layouts.md shows is one', () => {
  const [, json = ''] = /^```json\n(.*?)^```/ms.exec(readFile('docs/layouts.md')) ?? []
  expect(parseLayout(JSON.parse(json), 'docs/layouts.md').rules.length).toBe(5)
})
