/** Tests that the bundle is plain ASCII, because Node.js reads it as latin1. */

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const file = resolve(import.meta.dirname, '../../dist/main.cjs')

test.skipIf(!existsSync(file))('the bundle, which is read as latin1, is plain ASCII', () => {
  expect(readFileSync(file).findIndex((byte) => byte > 0x7f)).toBe(-1)
})
