/** Marks every transaction of a file, to recognize the write-ahead log of another copy of the file. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { StorageError } from '../contract/errors.ts'
import { getErrorCode } from '../fs/file-errors.ts'
import type { Database } from './database.ts'

// SQLite applies a log by the log's own salts, whatever file it lies next to. So each transaction replaces the
// one row of write_mark by the mark of the previous transaction and a new random mark. A log belongs to a file if
// the file's mark is the one before the log's first mark, or one of the log's marks that a checkpoint brought
// into the file.
const MARK_PREFIX = 'budget-write-mark-5b0c7a1e9d3f4286-'
const MARK_DIGITS = 16
const MARK_LENGTH = MARK_PREFIX.length + 2 * MARK_DIGITS
const RANDOM_MARK_SQL = `hex(randomblob(${MARK_DIGITS / 2}))`
const NO_MARK = '0'.repeat(MARK_DIGITS)

/** The migration that gives a file its first mark. */
export const writeMarkMigration = `
CREATE TABLE write_mark (mark TEXT NOT NULL) STRICT;
INSERT INTO write_mark VALUES ('${MARK_PREFIX}${NO_MARK}' || ${RANDOM_MARK_SQL});
`

/** Gives a copy a mark of its own, so that no log of the original belongs to it. */
export const renewMarkSql = `UPDATE write_mark SET mark = '${MARK_PREFIX}' || ${RANDOM_MARK_SQL} || ${RANDOM_MARK_SQL}`

const NEXT_MARK_SQL = `UPDATE write_mark SET mark = '${MARK_PREFIX}' || substr(mark, ${MARK_PREFIX.length + MARK_DIGITS + 1}) || ${RANDOM_MARK_SQL}`

/** True if the file has marks; files of older versions and files without money have none. */
export const hasMarks = (database: Database): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'write_mark'").get() !== undefined

/** Marks every transaction that changes something from now on. */
export function markWrites(database: Database): void {
  const next = database.prepare(NEXT_MARK_SQL)
  const count = database.prepare<[number]>('SELECT total_changes()', { arrays: true })
  const changes = (): number => count.get()?.[0] ?? 0
  let knownChanges = changes()
  database.observeWrites({
    beforeCommit() {
      if (changes() === knownChanges) return
      next.run()
      knownChanges = changes()
    },
  })
}

interface Mark {
  before: string
  own: string
}

/** A mark in a log, and the number of its page. */
interface LoggedMark extends Mark {
  page: number
}

const MAX_TRIES = 5
const RETRY_MILLISECONDS = 20

/**
 * Asserts that the log next to a file belongs to it; SQLite must not have opened the file yet.
 * @throws StorageError when the log belongs to another copy
 */
export function assertOwnLog(file: string): void {
  for (let tries = 1; ; tries++) {
    const isOwn = checkLogOfFile(file)
    if (isOwn === true) return
    // Other processes may use the file: a log that was restarted in the meantime is read again.
    if (isOwn === false && tries >= 2) break
    if (tries === MAX_TRIES) return
    waitBlocking(RETRY_MILLISECONDS)
  }
  throw new StorageError(
    `${file}-wal does not belong to ${file}: it is the log of another copy`,
    undefined,
    `Restore a backup with budget db restore FILE, or move ${file}-wal away to use the file without it`,
  )
}

/** True if the log belongs to the file; undefined when it was restarted in the meantime. */
function checkLogOfFile(file: string): boolean | undefined {
  const handles: number[] = []
  const open = (path: string): number => {
    const handle = openSync(path, 'r')
    handles.push(handle)
    return handle
  }
  try {
    return isLogOfFile(open(file), open(`${file}-wal`))
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return true // checkpointed in the meantime
    throw error
  } finally {
    for (const handle of handles) closeSync(handle)
  }
}

function isLogOfFile(main: number, log: number): boolean | undefined {
  const logHeader = readLogHeader(log)
  const header = readBytesAt(main, 0, 100)
  if (!logHeader || header.length < 100) return true // nothing to apply, or no file to apply it to
  // Other processes may have ended this log in the meantime and started another in its place.
  const isSame = (): boolean => readLogHeader(log)?.equals(logHeader) === true
  // https://sqlite.org/fileformat.html: our files are in WAL mode before they have a log; copies made without it
  // are not.
  if (header[19] === 1) return readFrame(log, logHeader, 0) === undefined || (isSame() ? false : undefined)
  const { value: oldest, done } = readMarks(log, logHeader).next()
  if (done) return true // written by another program or an older budget
  // The file comes before the rest of the log: a checkpoint moves only what is in the log already.
  const mark = findFileMark(main, oldest.page)
  const knownMarks = new Set([oldest.before])
  for (const { own } of readMarks(log, logHeader)) knownMarks.add(own)
  if (!isSame()) return undefined
  // A file without a mark got its first one in this log.
  return knownMarks.has(mark?.own ?? NO_MARK)
}

function readBytesAt(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(handle, bytes, 0, length, position))
}

const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAX_PAGE_BYTES = 65_536
const LOG_MAGIC = 0x377f0682 // plus one if numbers are stored in the other byte order

/** Returns the header of a log, which changes whenever the log is restarted; undefined when there is none. */
function readLogHeader(log: number): Buffer | undefined {
  const header = readBytesAt(log, 0, LOG_HEADER_BYTES)
  if (header.length < LOG_HEADER_BYTES || header.readUInt32BE(0) >>> 1 !== LOG_MAGIC >>> 1) return undefined
  return header.readUInt32BE(8) <= MAX_PAGE_BYTES ? header : undefined
}

/** Returns a page in a log; undefined after the last one, where frames of an earlier log may remain. */
function readFrame(
  log: number,
  header: Buffer,
  index: number,
): { page: number; content: Buffer } | undefined {
  const size = FRAME_HEADER_BYTES + header.readUInt32BE(8)
  const frame = readBytesAt(log, LOG_HEADER_BYTES + index * size, size)
  const isOfThisLog = frame.length === size && frame.subarray(8, 16).equals(header.subarray(16, 24))
  return isOfThisLog
    ? { page: frame.readUInt32BE(0), content: frame.subarray(FRAME_HEADER_BYTES) }
    : undefined
}

/** Yields the marks of a log, the oldest first. */
function* readMarks(log: number, header: Buffer): Generator<LoggedMark, undefined> {
  for (let index = 0; ; index++) {
    const frame = readFrame(log, header, index)
    if (!frame) return undefined
    const mark = parseMark(frame.content)
    if (mark) yield { ...mark, page: frame.page }
  }
}

/** Returns the mark on a page: the only row of its table, which SQLite stores at the end of the page. */
function parseMark(page: Buffer): Mark | undefined {
  if (page.length < MARK_LENGTH || page[0] !== 0x0d || page.readUInt16BE(3) !== 1) return undefined // not a leaf of a table with one row
  const text = page.toString('latin1', page.length - MARK_LENGTH)
  if (!text.startsWith(MARK_PREFIX)) return undefined
  return {
    before: text.slice(MARK_PREFIX.length, MARK_PREFIX.length + MARK_DIGITS),
    own: text.slice(MARK_PREFIX.length + MARK_DIGITS),
  }
}

/** Returns the mark of a file: on the page where the log has it, or on any other. */
function findFileMark(main: number, page: number): Mark | undefined {
  const size = readBytesAt(main, 16, 2).readUInt16BE(0)
  const pageSize = size === 1 ? 65_536 : size
  const pages = pageSize < 512 ? 0 : Math.floor(fstatSync(main).size / pageSize)
  const markAt = (pageNumber: number): Mark | undefined =>
    parseMark(readBytesAt(main, (pageNumber - 1) * pageSize, pageSize))
  let mark = page <= pages ? markAt(page) : undefined
  for (let pageNumber = 1; pageNumber <= pages && !mark; pageNumber++) mark = markAt(pageNumber)
  return mark
}

/** Blocks this thread for some milliseconds: connections to SQLite files are synchronous. */
export const waitBlocking = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
