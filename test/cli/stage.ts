/** A terminal, a clock and a disk for command lines: everything real, except that the day is always 2026-11-20. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from '../../src/cli/run.ts'
import type { NewFile, Stream } from '../../src/cli/surroundings.ts'
import { chosenWorkspace } from '../../src/commands/workspaces/chosen.ts'
import { Mistake } from '../../src/contract/errors.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { startServer } from '../../src/server/server.ts'

const repository = resolve(import.meta.dirname, '../..')
const NOW = Date.parse('2026-11-20T12:00:00.000Z')

export interface Performance {
  env?: Record<string, string>
  /** The columns of a terminal on both outputs and the keyboard; left out, all are pipes. */
  terminal?: number
  /** What the person answers, question by question. */
  answers?: string[]
  /** The file that comes in on stdin. */
  stdin?: string
  /** After so many writes the reader of stdout is gone. */
  reads?: number
  signal?: AbortSignal
  /** Called with the address once a service listens. */
  listening?: (url: string) => Promise<void>
}

export interface Outcome {
  stdout: string
  stderr: string
  code: number
}

/** A folder of its own in which command lines run. */
export interface Stage {
  folder: string
  budget(args: readonly string[], performance?: Performance): Promise<Outcome>
  close(): void
}

/** Random bytes that are the same in every run. */
function countingBytes(): (bytes: number) => Uint8Array {
  let next = 0
  return (bytes) => Uint8Array.from({ length: bytes }, () => (next = (next + 37) % 251))
}

export function openStage(): Stage {
  const folder = mkdtempSync(join(tmpdir(), 'budget-stage-'))
  const random = countingBytes()
  const open = (data: string) => {
    mkdirSync(data, { recursive: true })
    return openWorkspaces({ folder: data, now: () => NOW, random })
  }

  async function budget(args: readonly string[], performance: Performance = {}): Promise<Outcome> {
    const { env = {}, terminal, answers = [], reads = Number.POSITIVE_INFINITY } = performance
    const said = { stdout: '', stderr: '' }
    const opened: { close(): void }[] = []
    const data = env['BUDGET_DATA_DIR'] ?? join(folder, 'data')
    let left = reads
    const stream = (name: 'stdout' | 'stderr'): Stream => ({
      isTTY: terminal !== undefined,
      columns: terminal ?? 80,
      write(text) {
        if (name === 'stdout' && left-- <= 0) return false
        said[name] += text
        const url = /^listening on (\S+)/.exec(text)?.[1]
        if (url !== undefined) void performance.listening?.(url)
        return true
      },
    })
    const code = await run(args, {
      version: '0.0.0-stage',
      env,
      stdout: stream('stdout'),
      stderr: stream('stderr'),
      stdinIsTTY: terminal !== undefined,
      today: '2026-11-20',
      signal: performance.signal ?? new AbortController().signal,
      files: filesIn(folder, performance.stdin),
      ask: async (question) => {
        const answer = answers.shift()
        said.stderr += `${question} ${answer ?? ''}\n`
        return answer === undefined ? undefined : answer === 'yes'
      },
      async open() {
        const workspaces = open(data)
        const { id } = chosenWorkspace(workspaces, env['BUDGET_WORKSPACE'], env)
        return {
          api: workspaces.open(id),
          admin: () => workspaces.admin(id),
          close: () => workspaces.close(),
        }
      },
      async workspaces(_profile, elsewhere) {
        const workspaces = open(elsewhere ?? data)
        opened.push(workspaces)
        return workspaces
      },
      serve: (workspaces, { log: _, log_line, ...options }) =>
        startServer(workspaces, {
          ...options,
          now: () => NOW,
          log: ({ method, path }) => log_line(`${method} ${path}`),
        }),
    })
    for (const one of opened) one.close()
    return { ...said, code }
  }

  return { folder, budget, close: () => rmSync(folder, { recursive: true, force: true }) }
}

function filesIn(folder: string, stdin = '') {
  return {
    absolute: (path: string) => resolve(folder, path),
    async read(named: string) {
      const path = named === '-' ? stdin : named
      const found = [join(folder, path), join(repository, path)].find((place) => existsSync(place))
      if (found === undefined) throw new Mistake('not_found', `There is no file "${path}"`)
      return readFileSync(found)
    },
    example: async (name: string) => readFileSync(join(repository, 'examples', name)),
    temporaryFolder: async () => mkdtempSync(join(folder, 'budget-demo-')),
    create(path: string, { force }: { force: boolean }): NewFile {
      const place = join(folder, path)
      if (existsSync(place) && !force)
        throw new Mistake('usage', `"${path}" is there already`, { hint: 'Add --force to replace it' })
      const parts: Uint8Array[] = []
      return {
        write: (content) => parts.push(Buffer.from(content)) > 0,
        finish: () => writeFileSync(place, Buffer.concat(parts)),
        abandon: () => undefined,
      }
    },
  }
}
