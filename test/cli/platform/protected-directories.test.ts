/** Tests that output files are kept out of budget's own directories. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileAccess } from '../../../src/cli/platform/files.ts'

const { create } = createFileAccess('/')
const places = ['BUDGET_CONFIG_DIR', 'BUDGET_DATA_DIR', 'BUDGET_STATE_DIR'] as const
const before = { ...process.env }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  for (const place of places) process.env[place] = join(folder, place)
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  for (const place of places) {
    if (before[place] === undefined) delete process.env[place]
    else process.env[place] = before[place]
  }
})

const refusal = (path: string): Promise<unknown> =>
  create(path, { force: true }).then(
    (file) => file.discard(),
    (error: unknown) => error,
  )

// docs/reliability.md#r2, docs/reliability.md#r15
describe.each(places)('output', (place) => {
  test(`does not replace a file in ${place}, not by way of a link either`, async () => {
    mkdirSync(join(folder, place, 'layouts'), { recursive: true })
    for (const name of ['own.db', 'layouts/bank.json']) {
      const file = join(folder, place, name)
      const link = join(folder, 'link.csv')
      writeFileSync(file, 'kept')
      rmSync(link, { force: true })
      symlinkSync(file, link)
      for (const path of [file, link])
        expect(await refusal(path)).toMatchObject({
          message: `"${path}" is in ${join(folder, place)}, where budget keeps its own files`,
          hint: 'Choose a file in another directory',
        })
      expect(readFileSync(file, 'utf8')).toBe('kept')
    }
  })

  test(`makes no file in ${place}, not through a link to the folder either`, async () => {
    mkdirSync(join(folder, place))
    symlinkSync(join(folder, place), join(folder, 'link'))
    for (const path of [join(folder, place, 'new.db-wal'), join(folder, 'link', 'new.db-wal')])
      expect(await refusal(path)).toMatchObject({ name: 'UserError' })
    expect(existsSync(join(folder, place, 'new.db-wal'))).toBe(false)
  })

  test(`goes beside ${place}`, async () => {
    mkdirSync(join(folder, place))
    expect(await refusal(join(folder, `${place}.csv`))).toBeUndefined()
  })
})
