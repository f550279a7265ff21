/** Where a result goes: to stdout, through a pager when it is long, or into the file of `--output`. */ // cli.md §1

import type { Sheet } from '../render/sheet.ts'
import { lookOf } from './looks.ts'
import { type Delivery, deliver } from './output.ts'
import { type Opening, outsideOf } from './outside.ts'
import { openPages, pagerOf } from './pages.ts'
import type { NewFile, Sink } from './surroundings.ts'

/** Writes a result to where the flags say. */
export async function write<Result>(
  result: Result,
  sheet: Sheet<Result>,
  { surroundings, globals }: Opening,
): Promise<void> {
  const { stdout, env, files } = surroundings
  const { output, force, color, fields, format, header } = globals
  const file = output === undefined ? undefined : files.create(output, { force })
  const target = file ? { isTTY: false, columns: 80 } : stdout
  const { note } = outsideOf({ surroundings, globals, plan: undefined })
  const look = await lookOf(target, env, color)
  const delivery = { format, header, fields, look, isTerminal: target.isTTY, note }
  const fill = (sink: Sink): Promise<void> => deliver(result, sheet, { ...delivery, sink })
  if (file) return wholeOrNothing(file, fill)
  const pager = isDrawn(sheet, delivery) ? pagerOf(surroundings, globals) : undefined
  return pager === undefined ? fill(stdout) : throughPages(fill, openPages(stdout, pager))
}

/** Only what is drawn for a person's eye is paged. */
const isDrawn = (sheet: Sheet<never>, { isTerminal, format }: Pick<Delivery, 'isTerminal' | 'format'>) =>
  isTerminal && !sheet.prose && (format === undefined || format === 'table')

async function wholeOrNothing(file: NewFile, fill: (sink: Sink) => Promise<void>): Promise<void> {
  try {
    await fill(file)
    file.finish()
  } catch (error) {
    file.abandon()
    throw error
  }
}

async function throughPages(
  fill: (sink: Sink) => Promise<void>,
  pages: ReturnType<typeof openPages>,
): Promise<void> {
  try {
    await fill(pages)
  } catch (error) {
    // Whoever leaves the pager has seen enough: what was still being fetched is given up.
    if (!pages.isLeft()) throw error
  } finally {
    await pages.close()
  }
}
