/** Tests that no output and no file contains the API key, for every command and many failures. */

import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadCommands } from '../../src/cli/help/generate-docs.ts'
import type { Command } from '../../src/command/define.ts'
import { commandRegistry } from '../../src/commands/registry.ts'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { canary, closeConnection, json, raw, respondWithError, withService } from '../support/http-service.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

// docs/reliability.md#t12
const encodedKeys = [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')]
const echoedHeader = `Authorization: Bearer ${canary} ${encodedKeys.join(' ')}`
// Half of a key is too much, too.
const forbiddenTexts = [...encodedKeys, canary.slice(0, 12)]

const failures = {
  'cuts the connection': closeConnection,
  'is no HTTP server': raw(`${echoedHeader}\r\n`),
  'repeats the key in a refusal': json(400, {
    error: { id: '400', name: 'bad_request', detail: echoedHeader },
  }),
  'repeats the key on a page': raw(
    `HTTP/1.1 502 Bad\r\nContent-Length: ${echoedHeader.length}\r\n\r\n${echoedHeader}`,
  ),
  'answers with the key': json(200, { data: echoedHeader }),
  'does not know the key': respondWithError(401, 'unauthorized'),
  'limits requests': respondWithError(429, canary, { 'retry-after': '61' }),
}

const commands = (await Promise.all(Object.keys(commandRegistry).map(loadCommands))).flat()

/** Returns the content of every file in a directory. */
function readAllTexts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
}

/** Runs the first example of a command and returns its output and the files it leaves. */
async function runFirstExample(stage: CliHarness, { name, examples }: Command, url: string): Promise<string> {
  const { words } = splitShellWords(examples[0].commandLine.replace(/ [<>] .*/, ''))
  const { stdout, stderr } = await stage.budget([...words.slice(1), '--yes'], {
    env: { BUDGET_BASE_URL: url, BUDGET_WORKSPACE: 'ws_1', BUDGET_API_KEY: canary, BUDGET_DEBUG: '1' },
    ...(name === 'serve' && { signal: AbortSignal.abort() }),
  })
  const texts = [stdout, stderr, ...readAllTexts(stage.folder)].join('\n')
  // The rate-limit state of one command would stop the next one.
  rmSync(join(stage.folder, 'state'), { recursive: true, force: true })
  return texts
}

describe.each(Object.entries(failures))('when the service %s', (_, handler) => {
  it('no command shows or keeps any of the key', async () => {
    const stage = createCliHarness()
    await withService([handler], async ({ url, seen }) => {
      const leaks: string[] = []
      for (const command of commands) {
        const text = await runFirstExample(stage, command, url)
        if (forbiddenTexts.some((form) => text.includes(form))) leaks.push(command.name)
      }
      expect(leaks).toEqual([])
      // The key reached the service, where it belongs.
      expect(new Set(seen.map(({ authorization }) => authorization))).toContain(`Bearer ${canary}`)
      expect(seen.length).toBeGreaterThan(commands.length / 3)
    })
    stage.close()
  })
})
