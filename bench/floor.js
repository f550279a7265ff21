/** Runs programs to their end, and provides the floor that writing rows is compared with. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { directory, env, program } from './environment.js'

/** True if GNU time tells how much memory a program took. */
export const hasTime = existsSync('/usr/bin/time')

/** Runs a program to its end. Returns its milliseconds and, with GNU time, its peak MiB; undefined if it is not installed. */
export function run(command, args, { folder = directory, input = '' } = {}) {
  const dirs = { BUDGET_CONFIG_DIR: folder, BUDGET_DATA_DIR: folder, BUDGET_STATE_DIR: folder }
  if (spawnSync(command, ['--version']).error) return undefined
  const [first, ...rest] = hasTime ? ['/usr/bin/time', '-f', '%M', command, ...args] : [command, ...args]
  const options = { env: { ...env, ...dirs }, input, encoding: 'utf8', maxBuffer: 1 << 30 }
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(first, rest, options)
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return { milliseconds, mebibytes: hasTime ? Number(stderr.trim().split('\n').at(-1)) / 1024 : undefined }
}

/** Creates a workspace with one empty account. */
export function createWorkspace(folder) {
  rmSync(folder, { recursive: true, force: true })
  run(process.execPath, [program, 'accounts', 'add', 'Checking', '--type', 'banking_checking'], { folder })
  return join(
    folder,
    readdirSync(folder).find((name) => /^wks_.*\.db$/.test(name)),
  )
}

/** The floor F: the sqlite3 tool imports the file into an empty workspace, with its indexes and its pragmas. */
export const floorScript = (file) => `
PRAGMA synchronous=FULL; PRAGMA foreign_keys=1; PRAGMA cache_size=-16384; PRAGMA wal_autocheckpoint=8000; PRAGMA temp_store=2;
CREATE TEMP TABLE bank (day TEXT, words TEXT, amount TEXT);
.mode csv
.import --skip 1 '${file}' bank
BEGIN;
INSERT INTO merchants (name, name_key, created_at, updated_at) SELECT DISTINCT words, lower(words), 0, 0 FROM bank;
INSERT INTO transactions (date, amount, account, merchant, status, review_status, created_at, updated_at)
  SELECT substr(day, 7) || '-' || substr(day, 1, 2) || '-' || substr(day, 4, 2), CAST(round(amount * 100) AS INTEGER), 1,
    (SELECT seq FROM merchants WHERE name_key = lower(words) AND deleted = 0), 'cleared', 'needs_review', 0, 0 FROM bank;
COMMIT;`
