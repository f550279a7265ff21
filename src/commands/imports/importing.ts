/** One file goes into one account: by `budget import`, and by those that take an import up again. */ // import.md §7

import type { Imports } from '../../contract/journal.ts'
import type { BookedRows } from '../../import/booked_before.ts'
import { type ImportPreview, importId, plannedRows } from '../../import/import_file.ts'
import { type ImportReport, importedBefore, runImport } from '../../import/running.ts'
import { monthOf } from '../../money/calendar.ts'
import type { ShownImport, ShownReport } from '../../render/import.ts'
import type { World } from '../command.ts'
import { agreed, lookedAt, understood } from './consent.ts'
import { type Remembered, remember, remembered } from './layouts.ts'
import { type ImportOrder, written } from './order.ts'
import { orderOf, planText } from './plan_file.ts'
import { progressOf } from './progress.ts'
import { alone } from './settling.ts'
import { shownPreview } from './shown.ts'

export interface Importing {
  /** The file as it was typed; `-` is what comes in on stdin. */
  path: string
  account: { id: string; name: string }
  order: ImportOrder
  /** Somebody looked at how the file is read before. */
  accepted: boolean
  /** What to take for true of requests nobody knows the end of. */
  assume?: 'done' | 'absent' | undefined
  /** Ask about each row that may be there. */
  asks?: boolean
  /** Ask how each row is to be booked. */
  reviews?: boolean
  /** A plan to keep to, and where to put one. */
  plan?: string | undefined
  plan_out?: string | undefined
  /** The layout that reads it, by name. */
  layout?: string | undefined
  /** Transactions that other files of the same run brought, where the files add up. */
  beside?: ReadonlySet<string>
  /** Rows that other files of a dry run would bring; where the files do not add up, those of this one join them. */
  planned?: BookedRows[] | undefined
}

/** Shows what a file would bring, or brings it. */
export async function importFile(world: World, importing: Importing): Promise<ShownImport> {
  const { path, account, plan } = importing
  const bytes = await world.files.read(path)
  const imports = await world.imports()
  const file = path.replace(/^.*[/\\]/, '')
  const import_id = importId(account.id, bytes)
  const typed = plan === undefined ? importing.order : await orderOnPaper(world, { plan, import_id, file })
  // Rows that were deleted since may be missing from a file that was imported whole.
  const record = typed.reimport_deleted ? undefined : imports.find(import_id)
  const before = importedBefore(record, { file, asked: written(typed) })
  if (before && !world.dryRun) return before
  const settling = { account_id: account.id, assume: importing.assume }
  return alone(world, imports, settling, async (settled) => {
    const report = await importNow(world, { ...importing, order: typed, imports, file, bytes })
    return { ...report, requests: report.requests + settled }
  })
}

const orderOnPaper = async ({ files }: World, wanted: Parameters<typeof orderOf>[1]): Promise<ImportOrder> =>
  orderOf(new TextDecoder().decode(await files.read(wanted.plan)), wanted)

type Loaded = Importing & { imports: Imports; file: string; bytes: Uint8Array }

async function importNow(world: World, loaded: Loaded): Promise<ShownImport> {
  const { path, account, imports, file, bytes, beside, planned } = loaded
  const layout = await remembered(world, loaded)
  const options = {
    file,
    path: path === '-' ? path : world.files.absolute(path),
    bytes,
    account_id: account.id,
    currency: await world.names.currency(monthOf(world.today)),
    // It costs a request, which only somebody who looks at it is asked to spend.
    balance: world.isLocal || world.dryRun ? await balanceOf(world, account.id) : undefined,
    imports,
    ...(beside && { beside }),
    ...(planned && { planned }),
    signal: world.signal,
    ...layout.order,
  }
  const { found, answers } = await understood(world, options)
  const order = { ...layout.order, choices: { ...layout.order.choices, ...answers } }
  const meant = { ...loaded, ...layout, order }
  if (world.dryRun) return onPaper(world, found, meant)
  const { preview, decisions } = await lookedAt(world, found, meant)
  if (await agreed(world, preview, meant)) await remember(world, preview, meant)
  world.price(preview.plan.requests)
  const report = await runImport(world.api, preview, {
    ...options,
    // As it was typed: the layout adds the same again to whoever resumes.
    asked: written({
      ...loaded.order,
      choices: { ...loaded.order.choices, ...answers },
      decisions: { ...loaded.order.decisions, ...decisions },
    }),
    now: world.now,
    resent: world.resent,
    progress: progressOf(world, preview),
  })
  return delivered(world, report, path)
}

/** What would be booked, also as a plan in a file. */
async function onPaper(
  world: World,
  preview: ImportPreview,
  { plan_out: out, order, account, difference, planned }: Loaded & Remembered,
): Promise<ShownImport> {
  planned?.push(plannedRows(preview))
  if (out !== undefined) await world.files.write(out, planText(preview, order), { force: true })
  return shownPreview(preview, { account_name: account.name, difference })
}

const balanceOf = async ({ api }: World, account_id: string): Promise<string> =>
  (await api.getAccount({ account_id })).account.balance

/** The report, once the rows that were set aside lie in files of their own. */
async function delivered(world: World, report: ImportReport, path: string): Promise<ShownReport> {
  const { rejected_text: rejected, held_text: held, ...shown } = report
  const beside = path === '-' ? 'stdin' : path
  const write = async (name: string, text: string): Promise<string> => {
    await world.files.write(`${beside}.${name}.csv`, text, { force: true })
    return `${beside}.${name}.csv`
  }
  return {
    ...shown,
    ...(rejected !== undefined && { rejected_file: await write('rejected', rejected) }),
    ...(held !== undefined && { held_file: await write('held', held) }),
  }
}
