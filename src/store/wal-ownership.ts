/** Marks every transaction of a file, so that a log which belongs to another copy of the file is told apart. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { StorageTrouble } from '../contract/errors.ts'
import { codeOf } from '../fs/file-errors.ts'
import type { Database } from './database.ts'

// SQLite takes in a log by the log's own numbers alone, whichever file it lies beside. So each transaction replaces
// the one row of write_mark: it holds the mark of the transaction before it, and a new random one. A log belongs to a
// file when the file's mark is the one the log begins after, or one of the log's own, which a checkpoint brought over.
const NAME = 'budget-write-mark-5b0c7a1e9d3f4286-'
const DIGITS = 16
const LENGTH = NAME.length + 2 * DIGITS
const NEW = `hex(randomblob(${DIGITS / 2}))`
const NONE = '0'.repeat(DIGITS)

/** The migration that gives a file its first mark. */
export const writeMarks = `
CREATE TABLE write_mark (mark TEXT NOT NULL) STRICT;
INSERT INTO write_mark VALUES ('${NAME}${NONE}' || ${NEW});
`

/** Makes a copy a file of its own: no log of the original fits it any more. */
export const renewMark = `UPDATE write_mark SET mark = '${NAME}' || ${NEW} || ${NEW}`

const NEXT = `UPDATE write_mark SET mark = '${NAME}' || substr(mark, ${NAME.length + DIGITS + 1}) || ${NEW}`

/** Has a file marks? Files of older versions have none, nor have the small ones that hold no money. */
export const hasMarks = (database: Database): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'write_mark'").get() !== undefined

/** From here on every transaction that changes something is marked. */
export function markWrites(database: Database): void {
  const next = database.prepare(NEXT)
  const count = database.prepare<[number]>('SELECT total_changes()', { arrays: true })
  const changes = (): number => count.get()?.[0] ?? 0
  let known = changes()
  database.beforeCommit(() => {
    if (changes() === known) return
    next.run()
    known = changes()
  })
}

interface Mark {
  before: string
  own: string
}

/** A mark in a log, and the page it lies on. */
interface LoggedMark extends Mark {
  page: number
}

const TRIES = 5
const PAUSE = 20

/** Throws StorageTrouble when the log beside a file is another file's. SQLite must not have opened the file yet. */
export function refuseForeignLog(file: string): void {
  for (let tries = 1; ; tries++) {
    const answer = belongs(file)
    if (answer === true) return
    // Others may be at work: a log that began anew while it was looked at is looked at again.
    if (answer === false && tries >= 2) break
    if (tries === TRIES) return
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
  }
  throw new StorageTrouble(
    `${file}-wal does not belong to ${file}: it is the log of another copy of it`,
    undefined,
    `budget db restore FILE puts a copy in place; to go on with the file as it is, move ${file}-wal away`,
  )
}

/** Does the log belong to the file? undefined when the log was begun anew meanwhile. */
function belongs(file: string): boolean | undefined {
  const handles: number[] = []
  const open = (path: string): number => {
    const handle = openSync(path, 'r')
    handles.push(handle)
    return handle
  }
  try {
    return fits(open(file), open(`${file}-wal`))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true // taken in meanwhile
    throw error
  } finally {
    for (const handle of handles) closeSync(handle)
  }
}

function fits(main: number, log: number): boolean | undefined {
  const began = logHeader(log)
  const header = bytesAt(main, 0, 100)
  if (!began || header.length < 100) return true // nothing that could be taken in, or into
  // Others at work may have ended this log meanwhile, and begun another one in the same place.
  const isSame = (): boolean => logHeader(log)?.equals(began) === true
  // https://sqlite.org/fileformat.html: our files are in WAL mode before they have a log, and plain copies are not.
  if (header[19] === 1) return frameAt(log, began, 0) === undefined || (isSame() ? false : undefined)
  const { value: oldest, done } = marksIn(log, began).next()
  if (done) return true // another program wrote it, or an older budget
  // Before the whole log is read: what a checkpoint brings into the file is in the log already.
  const mark = markOf(main, oldest.page)
  const known = new Set([oldest.before])
  for (const { own } of marksIn(log, began)) known.add(own)
  if (!isSame()) return undefined
  // Without a mark, the log is that in which the file got its first one.
  return known.has(mark?.own ?? NONE)
}

function bytesAt(handle: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(handle, bytes, 0, length, at))
}

const HEADER = 32
const FRAME = 24
const LARGEST_PAGE = 65_536
const MAGIC = 0x377f0682 // and one more where numbers are stored the other way round

/** The header of a log, which is another one whenever the log begins anew; undefined when there is none. */
function logHeader(log: number): Buffer | undefined {
  const header = bytesAt(log, 0, HEADER)
  if (header.length < HEADER || header.readUInt32BE(0) >>> 1 !== MAGIC >>> 1) return undefined
  return header.readUInt32BE(8) <= LARGEST_PAGE ? header : undefined
}

/** A page in a log; undefined behind its last one, where an earlier log may have left others. */
function frameAt(log: number, header: Buffer, index: number): { page: number; content: Buffer } | undefined {
  const size = FRAME + header.readUInt32BE(8)
  const frame = bytesAt(log, HEADER + index * size, size)
  const isOfThisLog = frame.length === size && frame.subarray(8, 16).equals(header.subarray(16, 24))
  return isOfThisLog ? { page: frame.readUInt32BE(0), content: frame.subarray(FRAME) } : undefined
}

/** The marks of a log, oldest first. */
function* marksIn(log: number, header: Buffer): Generator<LoggedMark, undefined> {
  for (let index = 0; ; index++) {
    const frame = frameAt(log, header, index)
    if (!frame) return undefined
    const mark = markIn(frame.content)
    if (mark) yield { ...mark, page: frame.page }
  }
}

/** The mark on a page: the only row of a table, which SQLite puts at the page's end. */
function markIn(page: Buffer): Mark | undefined {
  if (page.length < LENGTH || page[0] !== 0x0d || page.readUInt16BE(3) !== 1) return undefined // a leaf of a table, with one row
  const text = page.toString('latin1', page.length - LENGTH)
  if (!text.startsWith(NAME)) return undefined
  return { before: text.slice(NAME.length, NAME.length + DIGITS), own: text.slice(NAME.length + DIGITS) }
}

/** The mark of a file, on the page where its log has it, or wherever else it is. */
function markOf(main: number, page: number): Mark | undefined {
  const size = bytesAt(main, 16, 2).readUInt16BE(0)
  const pageSize = size === 1 ? 65_536 : size
  const pages = pageSize < 512 ? 0 : Math.floor(fstatSync(main).size / pageSize)
  const markAt = (at: number): Mark | undefined => markIn(bytesAt(main, (at - 1) * pageSize, pageSize))
  let mark = page <= pages ? markAt(page) : undefined
  for (let at = 1; at <= pages && !mark; at++) mark = markAt(at)
  return mark
}
