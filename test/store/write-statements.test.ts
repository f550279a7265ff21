/**
 * Tests that every statement that writes begins with its verb and its table: by them the history and the copies of a
 * database know what a write reaches.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = 'src/store'

test('statements that write begin with INSERT, UPDATE or DELETE', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const texts = files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/`[^`]*`|'[^'\n]*'|"[^"\n]*"/g)].map(([text]) =>
      text.slice(1, -1).trim(),
    ),
  )
  const writes = texts.filter((text) =>
    /\b(INSERT (OR \w+ )?INTO|UPDATE "?\w+"? SET|DELETE FROM|REPLACE INTO)\b/.test(text),
  )
  expect(writes.length).toBeGreaterThan(50)
  expect(
    // A temporary table belongs to a connection, not to the budget.
    writes.filter(
      (text) => !/^(INSERT|UPDATE|DELETE|CREATE TABLE|CREATE TEMP|ALTER TABLE|DROP TABLE|--)/.test(text),
    ),
  ).toEqual([])
})
