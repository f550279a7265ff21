/** Keeps the memory of reading large files small. */

import { setFlagsFromString } from 'node:v8'
import type { SourceFile } from '../tables/source-file.ts'

const LARGE_BYTES = 2 * 1024 * 1024

/**
 * Keeps V8 from growing the memory for new objects, if the files are large. Nearly all objects that are read stay, so
 * more room for those that do not stay saves no time.
 */
export function limitYoungGeneration(files: readonly SourceFile[]): void {
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) < LARGE_BYTES) return
  setFlagsFromString('--semi-space-growth-factor=1')
}
