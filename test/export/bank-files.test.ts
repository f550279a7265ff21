/** Exports what real bank files hold, and lets hledger, ledger and beancount check it. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type BankFile, bankFiles, haveBankFiles } from '../installed/bank-exports.ts'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { runProgram } from './figures.ts'
import { missingPrograms } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'budget-bank-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const byCurrency = new Map<string, BankFile[]>()
for (const file of haveBankFiles ? bankFiles() : [])
  if (/^[A-Z]{3}$/.test(file.currency))
    byCurrency.set(file.currency, [...(byCurrency.get(file.currency) ?? []), file])

/** Imports a file into an account of its own; returns true if it asked nothing. */
async function importFile(harness: CliHarness, { name, path }: BankFile, at: number): Promise<boolean> {
  await harness.budget(['accounts', 'add', name, '--type', 'banking_checking', '--quiet'])
  // Rejected rows are written next to the file.
  const own = join(folder, `${at}-${name.replaceAll('/', '-')}`)
  mkdirSync(own)
  symlinkSync(path, join(own, basename(name)))
  const words = ['import', join(own, basename(name)), '--account', name, '--accept', '--on-error', 'skip']
  const { code } = await harness.budget([...words, '--quiet'])
  return code === 0 || code === 8
}

const reason = haveBankFiles ? missingPrograms.join(', ') : 'the bank files'
const canRun = haveBankFiles && missingPrograms.length === 0

describe(`bank files${canRun ? '' : ` (skipped without ${reason})`}`, { timeout: 600_000 }, () => {
  test.skipIf(!canRun)('are accepted by every program, whatever their payees are called', async () => {
    let imported = 0
    for (const [currency, files] of byCurrency) {
      const harness = createCliHarness()
      try {
        await harness.budget(['init', '--name', 'Home', '--currency', currency, '--no-input', '--quiet'])
        for (const [at, file] of files.entries()) if (await importFile(harness, file, at)) imported += 1
        const path = (name: string): string => join(harness.folder, name)
        for (const name of ['home.journal', 'home.ledger', 'home.beancount']) {
          const run = await harness.budget(['export', '--envelopes', '-o', name])
          expect({ currency, ...run }).toEqual({ currency, stdout: '', stderr: '', code: 0 })
        }
        await Promise.all([
          runProgram('hledger', ['-f', path('home.journal'), 'check', '--strict', 'ordereddates', 'payees']),
          runProgram('ledger', [
            '--pedantic',
            '--explicit',
            '--check-payees',
            '-f',
            path('home.ledger'),
            'bal',
          ]),
          runProgram('bean-check', [path('home.beancount')]),
        ])
      } finally {
        harness.close()
      }
    }
    expect(imported).toBeGreaterThan(90)
  })
})
