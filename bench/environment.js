/** Provides a temporary directory, the built program in it, and what all measurements share. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'

/** The path of the built program. */
export const program = join(import.meta.dirname, '../bin/budget.js')

/** A temporary directory for this process. */
export const directory = mkdtempSync(join(tmpdir(), 'budget-bench-'))

// Node 20 parses NODE_EXTRA_CA_CERTS at every start, which would hide our own cost in the ratio.
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env

/** Returns environment variables that keep all files of budget in one directory. */
export const createEnv = (home) => ({
  ...inherited,
  BUDGET_CONFIG_DIR: home,
  BUDGET_DATA_DIR: home,
  BUDGET_STATE_DIR: home,
})

/** The environment variables for the temporary directory. */
export const env = createEnv(directory)

/** Runs budget with `--json` and returns what it prints. @throws when it fails */
export function budget(...args) {
  return budgetIn(env, ...args)
}

/** Runs budget with `--json` in an environment and returns what it prints. @throws when it fails */
export function budgetIn(environment, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, '--json'], {
    env: environment,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  if (status !== 0) throw new Error(`budget ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout)
}

/** Returns the median of numbers. */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Describes Node, the processors and the memory of this machine. */
export const describeMachine = () =>
  `Node ${process.version}, ${cpus().length} processors (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`

/** Writes a section of bench/README.md, in the place of the one with the same title or at the end. */
export function writeSection(title, lines) {
  const readme = join(import.meta.dirname, 'README.md')
  const page = readFileSync(readme, 'utf8')
  const section = [`## ${title}`, '', ...lines].join('\n').trimEnd()
  const old = new RegExp(`\\n## ${title}\\n[^]*?(?=\\n## |$)`)
  writeFileSync(
    readme,
    old.test(page) ? page.replace(old, () => `\n${section}\n`) : `${page.trimEnd()}\n\n${section}\n`,
  )
}
