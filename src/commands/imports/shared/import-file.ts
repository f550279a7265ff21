/** One file goes into one account: by `budget import`, and by those that take an import up again. */ // import.md §7

import type { World } from '../../../command/define.ts'
import { findOpenAccount } from '../../../command/resolve-name.ts'
import { Mistake } from '../../../contract/errors.ts'
import type { Imports } from '../../../contract/ports/import-journal.ts'
import type { BookedRows } from '../../../import/matching/previous-imports.ts'
import {
  type ImportPreview,
  importId,
  plannedRows,
  previewImport,
} from '../../../import/plan/preview-import.ts'
import { importedBefore, runImport } from '../../../import/posting/run-import.ts'
import { monthOf } from '../../../money/calendar.ts'
import type { OtherAccount } from '../../../render/import-accounts.ts'
import type { ShownImport } from '../../../render/import-report.ts'
import type { TypedImport } from './command-line.ts'
import { previewBalance, withBalance } from './compare-balance.ts'
import { agreed, lookedAt, understood, withCommands } from './confirm.ts'
import { confirmElsewhere, namedElsewhere } from './confirm-other-account.ts'
import { decidedRows } from './decided-rows.ts'
import { flagsOf, type ImportOrder, written } from './import-request.ts'
import { otherAccount, type Remembered, remember, remembered } from './layouts.ts'
import { withNextStep } from './next-step.ts'
import { keepTo, type Paper, planText, readPlan } from './plan-file.ts'
import { otherAccounts, shownPreview } from './preview-record.ts'
import { progressOf } from './progress.ts'
import { alone } from './with-account-lock.ts'
import { delivered } from './write-rejects.ts'

export interface Importing {
  /** The file as it was typed; `-` is what comes in on stdin. */
  path: string
  account: { id: string; name: string; on_budget?: boolean }
  /** What was typed, for a line to paste; undefined where another command takes an import up. */
  typed?: TypedImport
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
  /** The bytes the file may have; as many as can be read when left out. */
  max_size?: number
  /** Rows that other files of a dry run would bring; where the files do not add up, those of this one join them. */
  planned?: BookedRows[] | undefined
  /** Transactions that rows of the files before it are, where the files add up; those of this one join them. */
  taken?: Set<string> | undefined
}

/** Shows what a file would bring, or brings it. */
export const importFile = (world: World, importing: Importing): Promise<ShownImport> =>
  importRead(world, importing).catch(async (error) => {
    throw await withCommands(world, error, importing)
  })

async function importRead(world: World, importing: Importing): Promise<ShownImport> {
  const { path, account, plan, max_size } = importing
  if (plan !== undefined) refuseBesidePlan(importing)
  const bytes = await world.files.read(path, max_size === undefined ? {} : { most: max_size })
  const imports = await world.imports()
  const file = path.replace(/^.*[/\\]/, '')
  const import_id = importId(account.id, bytes)
  const paper = plan === undefined ? undefined : await paperOf(world, { plan, import_id, file })
  const typed = paper?.order ?? importing.order
  // Rows that were deleted since may be missing from a file that was imported whole.
  const before = typed.reimport_deleted
    ? undefined
    : importedBefore(imports, import_id, { file, asked: written(typed) })
  if (before && !world.dryRun) return { ...before, account_name: account.name }
  const settling = { account_id: account.id, assume: importing.assume }
  return alone(world, imports, settling, async (settled) => {
    const report = await importNow(world, { ...importing, order: typed, paper, imports, file, bytes })
    return { ...report, requests: report.requests + settled }
  })
}

/** Throws a Mistake about flags that would change what a plan books. */
function refuseBesidePlan({ order, asks, reviews }: Importing): void {
  const flags = [...flagsOf(order), ...(asks ? ['--possible'] : []), ...(reviews ? ['--review'] : [])]
  const last = flags.pop()
  if (last === undefined) return
  const named = flags.length > 0 ? `${flags.join(', ')} and ${last}` : last
  const say = flags.length > 0 ? 'say' : 'says'
  throw new Mistake('usage', `--plan books the plan as it stands, whatever ${named} ${say}`, {
    hint: `Leave ${named} out, or make another plan with --dry-run --plan-out PLAN`,
  })
}

const paperOf = async ({ files }: World, wanted: Parameters<typeof readPlan>[1]): Promise<Paper> =>
  readPlan(new TextDecoder().decode(await files.read(wanted.plan)), wanted)

type Loaded = Importing & { paper: Paper | undefined; imports: Imports; file: string; bytes: Uint8Array }

async function importNow(world: World, loaded: Loaded): Promise<ShownImport> {
  const { path, account, imports, file, bytes, planned, order: asked } = loaded
  const layout = await remembered(world, loaded)
  const options = {
    file,
    path: path === '-' ? path : world.files.absolute(path),
    bytes,
    account_id: account.id,
    currency: await world.names.currency(monthOf(world.today)),
    imports,
    beside: new Set([
      ...broughtBy(imports, asked.added_to, importId(account.id, bytes)),
      ...(loaded.taken ?? []),
    ]),
    taken: loaded.taken,
    ...(planned && { planned }),
    signal: world.signal,
    today: world.today,
    is_unseen: loaded.accepted && !world.dryRun,
    ...layout.order,
  }
  const { found, answers } = await understood(world, options)
  warnOfNothing(world, found, file)
  if (loaded.paper) keepTo(loaded.paper, found)
  if (found.plan.counts.create > 0 && !asked.catchup) await findOpenAccount(world.names, account.id)
  const order = { ...layout.order, choices: { ...layout.order.choices, ...answers } }
  const difference = layout.difference ?? otherAccount(layout.known, account, found.statement)
  const meant = { ...loaded, ...layout, order, difference, statement: asked.choices.statement }
  const other = asked.catchup ? undefined : await namedElsewhere(world, found)
  if (world.dryRun) return { ...(await onPaper(world, priced(found, meant), meant)), ...alsoIn(other) }
  await confirmElsewhere(world, other, meant)
  const { preview: settled, decisions } = await lookedAt(world, found, meant)
  const preview = priced(settled, meant)
  if (await agreed(world, preview, meant)) await remember(world, preview, meant)
  world.price(preview.plan.requests)
  const report = await runImport(world.api, preview, {
    ...options,
    // As it was typed: the layout adds the same again to whoever resumes.
    asked: written({
      ...asked,
      choices: { ...asked.choices, ...answers },
      decisions: { ...asked.decisions, ...decisions },
    }),
    now: world.now,
    resent: world.resent,
    lookAgain: async (inVain) => {
      await world.wait(FIRST_PAUSE * 2 ** inVain)
      const decided = { ...order.decisions, ...decisions }
      return priced(await previewImport(world.api, { ...options, ...order, decisions: decided }), meant)
    },
    progress: progressOf(world, preview),
    rules: world.isLocal ? world.local().listRules() : undefined,
  })
  const settledReport = await delivered(world, report, path)
  const named = { ...settledReport, account_name: account.name, ...otherAccounts(found), ...alsoIn(other) }
  const next = await withNextStep(world, named, { account, span: found.plan.span })
  return withBalance(world, next, { preview, account_name: account.name })
}

const alsoIn = (other: OtherAccount | undefined) => (other ? { also_in: other } : {})

/** A file without a transaction is imported like any other, but hardly what somebody wanted. */
function warnOfNothing({ warn }: World, { statement, plan }: ImportPreview, file: string): void {
  if (Object.values(plan.counts).some((count) => count > 0)) return
  warn(
    `There is no transaction in ${file} (${statement.format}); download it from the bank again, for days on which something was booked`,
  )
}

/** In milliseconds: an import of another door into the same account is let pass. */
const FIRST_PAUSE = 250

/** A preview with the requests that its order takes: rows that are only taken for known need none. */
const priced = (preview: ImportPreview, { order }: Pick<Importing, 'order'>): ImportPreview =>
  order.catchup ? { ...preview, plan: { ...preview.plan, requests: preview.plan.matched.length } } : preview

/** The transactions that rows of other imports became, whenever that was: they say nothing about this one. */
function broughtBy(imports: Imports, others: readonly string[] = [], own: string): ReadonlySet<string> {
  const batches = others.filter((id) => id !== own).flatMap((id) => imports.batches(id))
  return new Set(batches.flatMap(({ ids }) => ids.filter((id) => id !== '')))
}

/** What would be booked, also as a plan in a file. */
async function onPaper(
  world: World,
  preview: ImportPreview,
  { plan_out: out, order, account, difference, planned }: Loaded & Remembered,
): Promise<ShownImport> {
  planned?.push(plannedRows(preview))
  if (out !== undefined) await world.files.write(out, planText(preview, order), { force: true })
  const decided = await decidedRows(world, preview)
  const balance = await previewBalance(world, preview, account.name)
  const shown = shownPreview(preview, { account_name: account.name, difference, balance })
  return decided.length > 0 ? { ...shown, decided } : shown
}
