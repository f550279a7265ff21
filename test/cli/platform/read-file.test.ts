/** Tests reading files, pipes and stdin up to a limit. */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileAccess } from '../../../src/cli/platform/files.ts'

// docs/reliability.md#r14
const MEBIBYTE = 2 ** 20
const isUnix = process.platform !== 'win32'
const program = resolve(import.meta.dirname, '../../../bin/budget.js')
const isBuilt = existsSync(resolve(import.meta.dirname, '../../../dist/main.cjs'))
const { read } = createFileAccess('.')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-read-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Lists the temporary files that were left. */
const spools = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('budget-stdin-'))

test.runIf(isUnix).each(['/dev/zero', '/dev/urandom', '/dev/null'])(
  'the device %s is refused by its name',
  async (path) => {
    await expect(read(path)).rejects.toMatchObject({ message: `"${path}" is a device, not a file` })
  },
)

test('a file larger than was allowed is not read', async () => {
  const path = join(folder, 'bank.csv')
  writeFileSync(path, Buffer.alloc(2 * MEBIBYTE))
  await expect(read(path, { most: MEBIBYTE })).rejects.toMatchObject({
    message: `"${path}" is larger than 1 MiB`,
    hint: 'Use --max-size 2G, the maximum, or split the file',
  })
  expect(await read(path, { most: 2 * MEBIBYTE })).toHaveLength(2 * MEBIBYTE)
})

test.each([
  [100, '100 B'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [2 ** 20 + 2 ** 18, '1.25 MiB'],
])('the limit of %i bytes is shown as %s', async (most, size) => {
  const path = join(folder, 'bank.csv')
  writeFileSync(path, Buffer.alloc(2 * MEBIBYTE))
  await expect(read(path, { most })).rejects.toMatchObject({ message: `"${path}" is larger than ${size}` })
})

test.runIf(isUnix)('a named pipe is read to its end', async () => {
  const path = join(folder, 'pipe')
  execFileSync('sh', ['-c', 'mkfifo "$0"', path])
  spawn('sh', ['-c', `printf 'Date,Amount\\n' > '${path}'`])
  expect(new TextDecoder().decode(await read(path))).toBe('Date,Amount\n')
  expect(spools()).toEqual([])
})

test.runIf(isUnix)('a pipe without end is left at the limit, and takes no memory until then', async () => {
  const path = join(folder, 'pipe')
  execFileSync('sh', ['-c', 'mkfifo "$0"', path])
  const endless = spawn('sh', ['-c', `exec yes > '${path}'`])
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers)
  }, 5)
  await expect(read(path, { most: 500 * MEBIBYTE })).rejects.toMatchObject({
    message: `"${path}" is larger than 500 MiB`,
  })
  clearInterval(look)
  endless.kill()
  expect(most - before).toBeLessThan(200 * MEBIBYTE)
  expect(spools()).toEqual([])
})

/** Runs the built program with stdin from a shell command; returns its exit code and stderr. */
async function importing(line: string): Promise<{ code: number; stderr: string }> {
  const env = {
    ...process.env,
    PROGRAM: `${process.execPath} ${program}`,
    BUDGET_DATA_DIR: join(folder, 'data'),
  }
  const places = { BUDGET_CONFIG_DIR: join(folder, 'config'), BUDGET_STATE_DIR: join(folder, 'state') }
  const child = spawn('bash', ['-c', line], { env: { ...env, ...places }, cwd: folder })
  let stderr = ''
  child.stderr.on('data', (text) => (stderr += text))
  const [code] = await once(child, 'close')
  return { code, stderr }
}

test.runIf(isUnix && isBuilt)('stdin is a file under each of its names, up to the limit', async () => {
  const row = (day: number) => `printf 'Date,Payee,Amount\\n2026-01-0${day},Kiosk,-1.00\\n'`
  const into = '--account Cash --accept'
  const lines = [
    '$PROGRAM init --name Home --currency EUR && $PROGRAM accounts add Cash --type banking_cash',
    `${row(1)} | $PROGRAM import - ${into}`,
    `${row(2)} | $PROGRAM import /dev/stdin ${into}`,
    `$PROGRAM import <(${row(3)}) ${into}`,
  ]
  for (const line of lines)
    expect({ line, ...(await importing(line)) }).toEqual({ line, code: 0, stderr: '' })
  expect(await importing(`yes | $PROGRAM import - ${into} --max-size 5M`)).toEqual({
    code: 3,
    stderr: '"stdin" is larger than 5 MiB\n  Use --max-size 2G, the maximum, or split the file\n',
  })
  expect(await importing(`$PROGRAM import - ${into} < /dev/zero`)).toMatchObject({
    stderr: 'stdin is a device that never ends\n  Use a file\n',
  })
  expect(spools()).toEqual([])
})
