/** Tests that every transcript shows the actual output; UPDATE_TRANSCRIPTS=1 rewrites them. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listTranscripts, playTranscript } from './transcript.ts'

describe('what a person types and sees', () => {
  it.each(listTranscripts())('goes as %s tells', async (name) => {
    const path = join(import.meta.dirname, name)
    const transcript = readFileSync(path, 'utf8')
    const said = await playTranscript(transcript)
    // No transcript may show a bug, not even while it is updated.
    expect(said).not.toContain('This is a bug of budget')
    if (process.env['UPDATE_TRANSCRIPTS']) writeFileSync(path, said)
    expect(said).toBe(process.env['UPDATE_TRANSCRIPTS'] ? said : transcript)
  })
})
