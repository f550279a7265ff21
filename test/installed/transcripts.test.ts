/** Runs the transcripts with each command as a process of the installed program. */

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listTranscripts, playTranscript } from '../transcripts/transcript.ts'
import { isBuilt } from './install.ts'
import { openInstalledStage } from './installed-harness.ts'

const folder = resolve(import.meta.dirname, '../transcripts')

describe.skipIf(!isBuilt)('what a person types and sees, with the installed program', () => {
  it.each(listTranscripts())('goes as %s tells', async (name) => {
    const transcript = readFileSync(join(folder, name), 'utf8')
    expect(await playTranscript(transcript, await openInstalledStage())).toBe(transcript)
  })
})
