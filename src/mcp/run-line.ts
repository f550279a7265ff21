/** Runs command lines that read, for tools. */

import type { CommandRunner } from '../command/context.ts'
import type { RowPages } from '../output/view.ts'
import type { ListedTransaction } from '../transactions/transaction-columns.ts'

/** A value of a flag: text, or true for a flag without a value. */
type FlagValue = string | boolean | number | undefined

/** Returns the words of flags by their names; a value can never be taken for a flag. */
export const toFlags = (values: Readonly<Record<string, FlagValue>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    const flag = `--${name.replaceAll('_', '-')}`
    return value === true ? [flag] : [`${flag}=${value}`]
  })

/**
 * Runs a command that reads, and returns what `--json` shows of it.
 * @param words the words of the command and its flags
 * @param values its arguments, which may look like flags
 * @throws what the command throws
 */
export async function readLine<Result>(
  runner: CommandRunner,
  words: readonly string[],
  values: readonly string[] = [],
): Promise<Result> {
  const { result, error } = await runner.run(['--read-only', ...words, '--', ...values])
  if (error !== undefined) throw error
  return result as Result // each tool knows the command that it runs
}

/** Runs `tx list`; returns the rows, and the cursor after them where the command names one. */
export async function readTransactions(
  runner: CommandRunner,
  words: readonly string[],
): Promise<{ rows: ListedTransaction[]; next: string | undefined }> {
  const { result, error, remarks } = await runner.run(['--read-only', ...words])
  if (error !== undefined) throw error
  const rows: ListedTransaction[] = []
  for await (const page of result as RowPages<ListedTransaction>) rows.push(...page) // as `tx list` returns them
  const next = remarks.map((remark) => /--cursor (\S+) to continue/.exec(remark)?.[1]).find(Boolean)
  return { rows, next }
}
