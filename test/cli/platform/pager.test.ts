/** Tests long output in a pager on a real terminal. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const program = resolve(import.meta.dirname, '../../../bin/budget.js')
const isBuilt = existsSync(resolve(import.meta.dirname, '../../../dist/main.cjs'))
const hasScript = spawnSync('script', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'budget-pager-'))
const env = {
  PATH: process.env['PATH'] ?? '',
  BUDGET_CONFIG_DIR: folder,
  BUDGET_DATA_DIR: folder,
  BUDGET_STATE_DIR: folder,
  NO_COLOR: '1',
  TERM: 'xterm',
}

/** Ten thousand rows are more than a pipe holds. */
const rows = Array.from({ length: 10_000 }, (_, at) =>
  JSON.stringify({ date: '2026-11-20', amount: `-${at + 1}`, merchant_name: 'Bakery' }),
)

/** Returns what a terminal of ten rows shows after a line was typed, and the exit code of `budget`. */
function typed(line: string, more: Record<string, string> = {}): { lines: string[]; code: number } {
  const within = `stty rows 10 cols 80; ${line.replace('budget', `"${process.execPath}" "${program}"`)}; echo "code $?"`
  const { stdout } = spawnSync('script', ['-qec', within, '/dev/null'], {
    env: { ...env, ...more },
    encoding: 'utf8',
    input: '',
  })
  const lines = stdout.replaceAll('\r', '').trimEnd().split('\n')
  return { lines: lines.slice(0, -1), code: Number(lines.at(-1)?.replace('code ', '')) }
}

describe.skipIf(!isBuilt || !hasScript)('the built program on a terminal', () => {
  beforeAll(() => {
    for (const line of [
      ['accounts', 'add', 'Bank', '--type', 'banking_checking'],
      ['tx', 'add', '--stdin', '--account', 'Bank', '--quiet'],
    ]) {
      const input = rows.join('\n')
      expect(spawnSync(process.execPath, [program, ...line], { env, input }).status).toBe(0)
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('hands every row to the pager, however slowly it reads', () => {
    const { lines, code } = typed('budget tx --all', { PAGER: 'sleep 0.3; wc -l' })
    expect({ lines, code }).toEqual({ lines: ['10001'], code: 0 })
  })

  it('is done when the pager is left early', () => {
    const { lines, code } = typed('budget tx --all', { PAGER: 'head -n 1' })
    expect({ lines, code }).toEqual({
      lines: ['Ref  Date        Account  Merchant      Amount  Status'],
      code: 0,
    })
  })

  it('shows the list itself where the pager is not there', () => {
    const { lines, code } = typed('budget tx --limit 20', { PAGER: 'no-such-pager-anywhere' })
    expect({ lines: lines.length, code }).toEqual({ lines: 22, code: 0 })
  })

  it('lets less show colours, and says its remarks after it', () => {
    const { lines } = typed('budget tx --limit 20', { PAGER: 'sleep 0.3; printf "%s\\n" "$LESS"; wc -l' })
    const remark = ['There may be more']
    expect(lines.map((line) => line.slice(0, 17))).toEqual(['FRX', '21', ...remark])
  })
})
