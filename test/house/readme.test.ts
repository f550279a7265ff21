import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openStage } from '../cli/stage.ts'
import { shellWords } from '../transcripts/transcript.ts'

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8')

/** The lines typed in the `console` blocks, each with what the README shows below it. */
const typed = [...readme.matchAll(/^```console\n(.*?)^```/gms)].flatMap(([, block = '']) =>
  block
    .split(/^(?=\$ )/m)
    .map((part) => part.split('\n').filter((line) => line !== ''))
    .map(([line = '', ...shown]) => ({ line: line.slice(2), shown })),
)

test('what the README types works, in its order, and says what it shows', async () => {
  expect(typed.length).toBeGreaterThan(10)
  const stage = openStage()
  for (const { line, shown } of typed) {
    const { env, words } = shellWords(line)
    const { stdout, stderr, code } = await stage.budget(words.slice(1), { env })
    expect({ line, code, stderr }).toMatchObject({ line, code: 0 })
    if (shown.length > 0) expect({ line, said: stdout.trimEnd().split('\n') }).toEqual({ line, said: shown })
  }
  stage.close()
})
