/** Records what a process writes to a workspace, and rebuilds the files that a power failure would leave. */

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { rowsPerRequest } from './writers.ts'

/** True if strace exists and may trace. */
export const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

type Part = '' | '-wal'

/** What the process did: a write, a sync, or a report that a request was answered. */
export type RecordedEvent =
  | { kind: 'write'; part: Part; at: number; bytes: Buffer }
  | { kind: 'truncate'; part: Part; size: number }
  | { kind: 'sync'; part: Part }
  | { kind: 'answered'; request: number }

/** Runs the writing program until it has made so many requests; returns its events in order. */
export async function recordEvents(
  program: string,
  { file, requests, accounts }: { file: string; requests: number; accounts: readonly string[] },
): Promise<RecordedEvent[]> {
  const trace = `${file}.trace`
  const calls = 'trace=write,pwrite64,fsync,fdatasync,ftruncate'
  const options = ['-f', '-y', '-xx', '-s', '70000', '-e', calls, '-e', 'signal=none', '-o', trace]
  const task = [program, file, 'run', String(requests), String(rowsPerRequest), ...accounts]
  const child = spawn('strace', [...options, process.execPath, ...task], { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`strace ended with ${code}`)
  return joinSplitCalls(readFileSync(trace, 'latin1')).flatMap((line) => parseEvent(line, file) ?? [])
}

/** Joins the calls that strace split over several lines, one call per line. */
function joinSplitCalls(trace: string): string[] {
  const begun = new Map<string, string>()
  return trace.split('\n').flatMap((line) => {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(rest)?.[1]
    if (unfinished !== undefined) begun.set(thread, unfinished)
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1]
    if (resumed !== undefined) return [`${begun.get(thread) ?? ''}${resumed}`]
    return unfinished === undefined ? [rest] : []
  })
}

const bytesOf = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex')

/** Parses a line of the trace; -xx writes paths in hexadecimal. */
function parseEvent(line: string, file: string): RecordedEvent | undefined {
  const [, call, handle, path = '', rest = ''] =
    /^(\w+)\((\d+)<((?:\\x[0-9a-f]{2})*|[^>]*)>(.*)$/.exec(line) ?? []
  if (call === undefined || / = -1 /.test(rest)) return undefined
  const [, text = '', numbers = ''] = /^, "((?:\\x[0-9a-f]{2})*)"(?:\.\.\.)?(.*)$/.exec(rest) ?? []
  if (call === 'write' && handle === '1') {
    const said = bytesOf(text).toString()
    return /^\d+\n$/.test(said) ? { kind: 'answered', request: Number(said) } : undefined
  }
  const name = path.startsWith('\\x') ? bytesOf(path).toString() : path
  if (name !== file && name !== `${file}-wal`) return undefined
  const part = name === file ? '' : '-wal'
  if (call === 'fsync' || call === 'fdatasync') return { kind: 'sync', part }
  const [first = 0, second = 0] = [...numbers.matchAll(/, (\d+)/g)].map(([, number]) => Number(number))
  if (call === 'pwrite64') return { kind: 'write', part, at: second, bytes: bytesOf(text).subarray(0, first) }
  if (call === 'ftruncate') return { kind: 'truncate', part, size: Number(/^, (\d+)/.exec(rest)?.[1]) }
  throw new Error(`A call that is not understood: ${line.slice(0, 200)}`)
}

/**
 * Decides how much of an unsynced write survives, by its index; of those half survive, only a part is on the
 * disk.
 */
export type Survival = (index: number, count: number) => 'whole' | 'half' | 'lost'

function applied(content: Buffer, event: RecordedEvent): Buffer {
  if (event.kind === 'truncate') {
    const cut = Buffer.alloc(event.size)
    content.copy(cut)
    return cut
  }
  if (event.kind !== 'write') return content
  const grown = Buffer.alloc(Math.max(content.length, event.at + event.bytes.length))
  content.copy(grown)
  event.bytes.copy(grown, event.at)
  return grown
}

/** Leaves the files as a power failure after these events would; returns the requests answered before. */
export function simulatePowerCut(
  start: Buffer,
  { events, file, survival }: { events: readonly RecordedEvent[]; file: string; survival: Survival },
): number[] {
  const answered: number[] = []
  for (const part of ['', '-wal'] as const) {
    let content: Buffer = part === '' ? start : Buffer.alloc(0)
    let pending: RecordedEvent[] = []
    for (const event of events) {
      if (event.kind === 'answered' || event.part !== part) continue
      if (event.kind === 'sync') {
        content = pending.reduce(applied, content)
        pending = []
      } else pending.push(event)
    }
    for (const [index, event] of pending.entries()) {
      const fate = survival(index, pending.length)
      if (fate === 'lost') continue
      const isTorn = fate === 'half' && event.kind === 'write'
      const kept = isTorn ? { ...event, bytes: event.bytes.subarray(0, half(event.bytes.length)) } : event
      content = applied(content, kept)
    }
    if (part === '' || content.length > 0) writeFileSync(file + part, content)
  }
  for (const event of events) if (event.kind === 'answered') answered.push(event.request)
  return answered
}

/** Disks write whole sectors. */
const half = (length: number): number => Math.floor(length / 2 / 512) * 512

/** Returns the program without syncs: the control that shows that the test detects losses. */
export function removeSyncs(program: string): string {
  const careless = program.replace(/\.mjs$/, '.careless.mjs')
  const text = readFileSync(program, 'utf8')
  const changed = text.replace(/synchronous: 2\b/, 'synchronous: 1')
  if (changed === text || !existsSync(program))
    throw new Error('The program does not say how it waits for the disk')
  writeFileSync(careless, changed)
  execFileSync(process.execPath, ['--check', careless])
  return careless
}
