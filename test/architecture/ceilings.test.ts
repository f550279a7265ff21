/** Holds a ceiling of lines for each folder of src, so that growth is a decision. docs/architecture.md#ceilings */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const ceilings: Record<string, number> = JSON.parse(readFileSync(join(root, '.ci/ceilings.json'), 'utf8'))

const linesByFolder: Record<string, number> = {}
for (const path of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
  if (!path.endsWith('.ts')) continue
  const [folder = ''] = path.split('/')
  const lines = readFileSync(join(root, 'src', path), 'utf8').split('\n').length - 1
  linesByFolder[folder] = (linesByFolder[folder] ?? 0) + lines
}

describe('the ceiling of lines', () => {
  it('is set for every folder of src, and for no other', () => {
    expect(Object.keys(ceilings)).toEqual(Object.keys(linesByFolder).toSorted())
  })

  it.each(Object.entries(linesByFolder))('of %s is above its %i lines', (folder, lines) => {
    expect(lines).toBeLessThanOrEqual(ceilings[folder] ?? 0)
  })

  // A ceiling far above the code holds nothing.
  it.each(Object.entries(ceilings))('of %s, %i, is lowered when code goes', (folder, ceiling) => {
    expect(ceiling - (linesByFolder[folder] ?? 0)).toBeLessThanOrEqual(100)
  })
})
