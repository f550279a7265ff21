/** Imports a bank file with the installed program and lists the transactions it created. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseHintCommands } from '../transcripts/transcript.ts'
import { runProgram } from './installed-harness.ts'

/**
 * The result of an import: the transactions and the unreadable lines, or the question with its printed
 * commands.
 */
export type ImportOutcome =
  | { booked: string[]; rejected: string[] }
  | { question: string; commands: string[][] }

interface BookedRow {
  date: string
  amount: string
}

const REFUSED = [2, 3]

/** Imports into a new account of a workspace in `currency`; `flags` answer the open questions. */
export const importFile = (
  path: string,
  currency: string,
  flags: readonly string[] = [],
): Promise<ImportOutcome> =>
  runImport(['import', path, '--account', 'A', '--accept', '--on-error', 'skip', ...flags], currency)

/** Runs an import command, as typed or printed, on a new account of a workspace in `currency`. */
export async function runImport(words: readonly string[], currency: string): Promise<ImportOutcome> {
  const [, path = ''] = words
  const folder = mkdtempSync(join(tmpdir(), 'budget-file-'))
  try {
    cpSync(await emptyAccount(currency), folder, { recursive: true })
    const { stdout, stderr, code } = await runProgram({ args: [...words, '--json'], folder })
    if (REFUSED.includes(code) && stdout === '') return questionIn(stderr)
    if (code !== 0 && code !== 8) throw new Error(`${path}: exit ${code}: ${stderr}`)
    const { rejected }: { rejected: { line: number }[] } = JSON.parse(stdout)
    const list = await runProgram({ args: ['tx', 'list', '--all', '--json'], folder })
    const rows: BookedRow[] = JSON.parse(list.stdout)
    return {
      booked: rows.map(({ date, amount }) => `${date} ${amount}`).toSorted(),
      rejected: [...new Set(rejected.map(({ line }) => String(line)))],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(`${path}.rejected.csv`, { force: true })
  }
}

function questionIn(stderr: string): ImportOutcome {
  const { error }: { error: { detail: string; hint?: string } } = JSON.parse(stderr)
  const { detail, hint = '' } = error
  // The commands for another workspace are a chain for a shell; test/commands/prompt-answers.test.ts runs them.
  const commands = parseHintCommands(hint).filter(([noun]) => noun === 'import')
  return { question: `${detail} (${hint})`, commands }
}

const accounts = new Map<string, Promise<string>>()

/** Returns a home directory with one empty account in a currency, to be copied. */
function emptyAccount(currency: string): Promise<string> {
  const made = accounts.get(currency) ?? makeAccount(currency)
  accounts.set(currency, made)
  return made
}

async function makeAccount(currency: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-empty-'))
  const args = ['accounts', 'add', 'A', '--type', 'banking_checking']
  const { code, stderr } = await runProgram({ args, folder, env: { BUDGET_CURRENCY: currency } })
  if (code !== 0) throw new Error(stderr)
  return folder
}

/** Deletes the temporary directories. */
export async function removeEmptyAccounts(): Promise<void> {
  for (const folder of accounts.values()) rmSync(await folder, { recursive: true, force: true })
}
