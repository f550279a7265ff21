import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { getErrorCode } from './file-errors.ts'

/**
 * Makes a folder, and those above it that are missing. Node's own recursive way never ends where a system refuses new
 * folders with "no such file".
 */
export function makeDirectory(folder: string, mode?: number): void {
  if (existsSync(folder)) return
  makeDirectory(dirname(folder), mode)
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    // Another process was faster.
    if (getErrorCode(error) !== 'EEXIST') throw error
  }
}
