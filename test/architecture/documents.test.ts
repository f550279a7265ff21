/** Tests that the generated documents are up to date. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { generatedFiles, helpTexts } from '../../src/cli/help/generate-docs.ts'

const root = resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
const generatedDocuments = Object.entries(await generatedFiles(version))

it.each(generatedDocuments)('%s says what the commands say; npm run docs writes it anew', (path, text) => {
  expect(readFileSync(resolve(root, path), 'utf8')).toBe(text)
})

it('keeps every help within 80 columns, but for examples to copy', async () => {
  for (const [topic, text] of Object.entries(await helpTexts())) {
    const prose = text.split(/^Examples:$/m)[0] ?? ''
    for (const line of prose.split('\n'))
      expect(`${topic}: ${line}`.length - topic.length - 2).toBeLessThanOrEqual(80)
  }
})
