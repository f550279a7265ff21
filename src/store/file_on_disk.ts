/** The file of a database as it lies on the disk, before SQLite opens it. */

import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './folders.ts'

/** Makes an empty file only its owner can read, unless it is there; its log files inherit that. */
export function makeFile(file: string): void {
  if (existsSync(file)) return
  makeFolder(dirname(file))
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // errors of node:fs carry a code
  }
}

/** A log that was not taken in: a process ended, or is still at work. */
export const endedUncleanly = (file: string): boolean =>
  existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0

/** Is the file shorter than its own header says? SQLite would notice only when it reads what is missing. */
export function isCut(file: string): boolean {
  const header = Buffer.alloc(32)
  const handle = openSync(file, 'r')
  try {
    if (readSync(handle, header, 0, 32, 0) < 32) return false
    // https://sqlite.org/fileformat.html: the page size (1 stands for 65536) and the number of pages
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
    return fstatSync(handle).size < pageSize * header.readUInt32BE(28)
  } finally {
    closeSync(handle)
  }
}
