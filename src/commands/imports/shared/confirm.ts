/** What a person is asked before a file is booked: what it leaves open, its rows, and whether it is read right. */ // import.md §4

import type { World } from '../../../command/define.ts'
import { Mistake } from '../../../contract/errors.ts'
import { settles } from '../../../import/layouts/saved-layout.ts'
import { type Choices, Question } from '../../../import/model/read-options.ts'
import type { Decisions } from '../../../import/model/row-decisions.ts'
import {
  decided,
  type ImportOptions,
  type ImportPreview,
  previewImport,
} from '../../../import/plan/preview-import.ts'
import { previewText } from '../../../render/import-preview.ts'
import { plainLook } from '../../../render/style.ts'
import { verdictsOf } from './ask-near-matches.ts'
import { importCommand, namingCommands, type TypedImport } from './command-line.ts'
import { previewBalance } from './compare-balance.ts'
import type { Remembered } from './layouts.ts'
import { shownPreview } from './preview-record.ts'
import { reviewed } from './review.ts'

/** The preview; what the file leaves open is asked, where somebody is there to answer. */
export async function understood(
  world: World,
  options: ImportOptions,
): Promise<{ found: ImportPreview; answers: Choices }> {
  let answers: Choices = {}
  for (;;) {
    try {
      const choices = { ...options.choices, ...answers }
      return { found: await previewImport(world.api, { ...options, choices }), answers }
    } catch (error) {
      if (!(error instanceof Question) || error.answers.length === 0 || !world.canAsk()) throw error
      const offered = error.answers.map(({ label }) => ({ value: label, label }))
      const picked = await world.choose(error.asked, offered)
      const answer = error.answers.find(({ label }) => label === picked)
      if (!answer) throw new Mistake('unconfirmed', 'Nothing was booked')
      answers = { ...answers, ...answer.choices }
    }
  }
}

interface TypedFile {
  path: string
  account: { name: string }
  /** What was typed; undefined where another command takes an import up. */
  typed?: TypedImport
}

/** The error; a question with the command behind every answer, where it is known what was typed. */
export async function withCommands(
  world: World,
  error: unknown,
  { path, account, typed }: TypedFile,
): Promise<unknown> {
  if (!(error instanceof Question) || error.complete.length === 0 || !typed) return error
  const profile = (await world.settings()).flag
  return namingCommands(error, typed, { path, account: account.name, profile })
}

interface Wishes extends Pick<Remembered, 'order'> {
  /** Ask about each row that may be there. */
  asks?: boolean
  /** Ask how each row is to be booked. */
  reviews?: boolean
}

/** The preview after a person went through its rows, where that was wished, and what was decided. */
export async function lookedAt(
  world: World,
  preview: ImportPreview,
  { order, asks, reviews }: Wishes,
): Promise<{ preview: ImportPreview; decisions: Decisions }> {
  if (!asks && !reviews) return { preview, decisions: {} }
  const verdicts = asks ? await verdictsOf(world, preview) : undefined
  const answers = reviews ? (await reviewed(world, preview)).rows : undefined
  const decisions = {
    ...(verdicts && { verdicts }),
    ...(answers && { rows: { ...order.decisions.rows, ...answers } }),
  }
  const options = { choices: order.choices, decisions: { ...order.decisions, ...decisions } }
  return { preview: await decided(preview, options), decisions }
}

interface Consent extends Remembered, TypedFile {
  accepted: boolean
  plan?: string | undefined
}

/**
 * Has somebody looked at how the file is read? Nothing is booked from a layout nobody confirmed; where nothing would be
 * booked, nobody needs to. Throws a Mistake when the answer is no.
 */ // import.md §1 (d)
export async function agreed(world: World, preview: ImportPreview, consent: Consent): Promise<boolean> {
  const { path, account, order, accepted, plan: paper, known, difference } = consent
  const { plan, needs_confirmation: isNew, file, statement } = preview
  const isConfirmed = known !== undefined && difference === undefined && settles(order.choices, statement)
  // A layout that reads the file says nothing about whose it is.
  const isOthers = known !== undefined && difference !== undefined
  if (accepted || paper !== undefined || isConfirmed || !(isNew || isOthers)) return true
  const stopsAnyway = plan.rejected.length > 0 && order.on_error === 'abort'
  if (plan.counts.create === 0 || stopsAnyway) return false
  if (!world.canAsk()) {
    const open = known && `${known.name} leaves open how a file of its kind is read`
    const why = difference ?? open
    const profile = (await world.settings()).flag
    const typed = consent.typed ?? { files: [path], flags: {} }
    const command = importCommand(typed, { account: account.name, profile, more: ['--accept'] })
    throw new Mistake('usage', `Nobody has confirmed how ${file} is to be read`, {
      hint: `${why === undefined ? '' : `${why}. `}Look at it with --dry-run, then add --accept: ${command}`,
    })
  }
  const rows = plan.counts.create === 1 ? 'this row' : `these ${plan.counts.create} rows`
  const asked = order.catchup ? `Take ${rows} for known in` : `Book ${rows} in`
  const balance = await previewBalance(world, preview, account.name)
  const shown = shownPreview(preview, { account_name: account.name, difference, balance })
  if (await world.ask(`${asked} ${account.name}?`, previewText(shown, plainLook))) return true
  throw new Mistake('unconfirmed', 'Nothing was booked')
}
