/**
 * Finds the saved layout of a file and saves layouts that the user has confirmed.
 * @see docs/import.md#4-confirm-once-layouts
 */

import type { WorkspaceContext } from '../command/context.ts'
import { findAccount, findCategory } from '../command/names/resolve-name.ts'
import { StorageError, UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { ReadOptions } from '../tables/read-options.ts'
import type { ImportRequest } from './import-request.ts'
import { toLayoutJson } from './layouts/layout-json.ts'
import {
  compareHeaders,
  findNearestHeader,
  type HeaderChange,
  isPinned,
  type LayoutRule,
  pinOptions,
  type SavedLayout,
} from './layouts/saved-layout.ts'
import { findLayout, type LoadedLayout, loadLayoutsForAccount } from './load-layouts.ts'
import type { RowOverride, RowRule } from './model/row-decisions.ts'
import type { Statement } from './model/statement.ts'
import type { ImportPreview } from './plan/preview-import.ts'
import { detectFileSignature } from './read-statement.ts'
import type { FileSignature } from './rows/csv-statement.ts'

interface LayoutQuery {
  account: { id: string; name: string }
  request: ImportRequest
  bytes: Uint8Array
}

interface ConfirmedLayout extends LayoutQuery, Pick<ResolvedLayout, 'known' | 'form'> {
  /** The account of the file as typed, which holds for this file only. */
  statement: string | undefined
}

/** An import request with the options of its layout. */
export interface ResolvedLayout {
  request: ImportRequest
  /** The layout that reads this file; undefined when files of its kind are new. */
  known: LoadedLayout | undefined
  /** The signature of the file. */
  form: FileSignature
  /** How its header or its bank account differs from earlier files of this account. */
  difference: string | undefined
}

/**
 * Finds the layout of a file: the one of --layout, else the one confirmed for this account. Typed flags take
 * precedence.
 */
export async function resolveLayout(
  context: WorkspaceContext,
  { account, request, bytes }: LayoutQuery,
): Promise<ResolvedLayout> {
  const layoutName = request.layout
  const settings = await context.computer.settings()
  const form = detectSignature(bytes, request.choices)
  const reads = ({ layout }: LoadedLayout): boolean =>
    [() => form, () => detectSignature(bytes, { ...layout.choices, ...request.choices })].some((under) => {
      const found = under()
      return !(found instanceof UserError) && found.fingerprint === layout.fingerprint
    })
  const ofAccount = loadLayoutsForAccount(settings, account.id)
  const namedLayout = layoutName === undefined ? undefined : findLayout(settings, layoutName)
  const known = (namedLayout ? [namedLayout] : ofAccount).find(reads)
  if (!known) {
    if (form instanceof UserError) throw form
    if (namedLayout) throw layoutMismatchError(namedLayout, form)
    const difference = findNearestHeader(ofAccount, form)
    return { request, known, form, difference: difference && describeDifference(difference) }
  }
  const rules: RowRule[] = []
  for (const rule of known.layout.rules) rules.push(await resolveRule(context, rule))
  return {
    request: {
      ...request,
      choices: { ...readOptionsForAccount(account, known.layout), ...request.choices },
      decisions: { ...request.decisions, ...(rules.length > 0 && { rules }) },
    },
    known,
    form: { fingerprint: known.layout.fingerprint, header: known.layout.header ?? undefined },
    difference: undefined,
  }
}

/** Returns the read options of a layout; the account of the file only for accounts it was confirmed for. */
function readOptionsForAccount({ id }: { id: string }, { choices, accounts }: SavedLayout): ReadOptions {
  const { statement: _, ...others } = choices
  return accounts.includes(id) ? choices : others
}

/**
 * Returns the signature of a file under these options, or the error if it has none: another delimiter may be
 * needed.
 */
function detectSignature(bytes: Uint8Array, choices: ReadOptions): FileSignature | UserError {
  try {
    return detectFileSignature(bytes, choices)
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
}

const layoutMismatchError = ({ name, layout }: LoadedLayout, { header }: FileSignature): UserError =>
  new UserError('usage', `The layout ${name} does not match this file`, {
    hint:
      header && layout.header
        ? describeDifference({ name, ...compareHeaders(layout.header, header) })
        : `${name} reads files ${describeFileKind(layout)}`,
  })

function describeFileKind({ header, fingerprint }: SavedLayout): string {
  if (header) return `with the headings ${quoteHeadings(header)}`
  return /^[A-Z]/.test(fingerprint)
    ? `in the format ${fingerprint}`
    : 'without headings and with other columns'
}

const quoteHeadings = (cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(', ')

function describeDifference({ name, gone, added, isReordered }: HeaderChange & { name: string }): string {
  const parts = [
    ...(gone.length > 0 ? [`missing ${quoteHeadings(gone)}`] : []),
    ...(added.length > 0 ? [`new ${quoteHeadings(added)}`] : []),
  ]
  const same = isReordered ? 'different order' : 'different delimiter'
  return `Its columns differ from ${name}: ${parts.join(', ') || same}`
}

async function resolveRule({ workspace: { names } }: WorkspaceContext, rule: LayoutRule): Promise<RowRule> {
  const { merchant, category, notes, skip, transfer } = rule
  const decision: RowOverride = {
    ...(merchant !== undefined && { merchant_name: merchant }),
    ...(notes !== undefined && { notes }),
    ...(skip && { skip }),
    ...(transfer !== undefined && { transfer_account_id: (await findAccount(names, transfer)).id }),
    ...(category !== undefined &&
      (toNameKey(category) === 'rta'
        ? { ready_to_assign: true }
        : { category_id: (await findCategory(names, category)).id })),
  }
  return { if: rule.if, decision }
}

/** Describes that the bank account of a file differs from earlier files of this account. */
export function describeAccountChange(
  known: LoadedLayout | undefined,
  { id }: { id: string },
  { account }: Statement,
): string | undefined {
  const before = known?.layout.file_accounts?.[id] ?? []
  if (account === undefined || before.length === 0 || before.includes(account)) return undefined
  return `The file is for account ${account}, not ${before.join(' or ')}`
}

/** Saves how a file was read after the user has confirmed it. If it cannot be saved, the import continues. */
export async function saveConfirmedLayout(
  context: WorkspaceContext,
  preview: ImportPreview,
  agreed: ConfirmedLayout,
): Promise<void> {
  const { account, known } = agreed
  const spoken = preview.statement.account
  const before = known?.layout.file_accounts?.[account.id] ?? []
  const isMet = known?.layout.accounts.includes(account.id) ?? false
  const isNamed = spoken === undefined || before.includes(spoken)
  const isOpen = known !== undefined && hasOpenQuestions(known.layout, preview)
  const statement = known?.layout.choices.statement ?? toReusableStatement(preview, agreed)
  const isPicked = known === undefined || known.layout.choices.statement === statement
  if (isMet && isNamed && !isOpen && isPicked) return
  try {
    const settings = await context.computer.settings()
    const found = known?.layout ?? buildLayout(preview, agreed)
    const choices = isOpen ? buildReadOptions(preview, agreed) : found.choices
    const layout = { ...found, choices: { ...choices, ...(statement !== undefined && { statement }) } }
    const usedNames = settings.listLayouts().map((layoutFile) => layoutFile.name)
    const name = known?.name ?? findFreeName(account.name, usedNames)
    const accounts = isMet ? layout.accounts : [...layout.accounts, account.id]
    const files = isNamed ? {} : { [account.id]: [...before, spoken] }
    const spoke = { ...layout.file_accounts, ...files }
    const more = Object.keys(spoke).length > 0 ? { file_accounts: spoke } : {}
    await settings.saveLayout(name, toLayoutJson({ ...layout, accounts, ...more }))
    if (!isMet) context.user.info(`${describeSavedLayout(layout, preview)}: budget layouts show ${name}`)
  } catch (error) {
    if (!(error instanceof UserError || error instanceof StorageError)) throw error
    context.user.info(`The layout could not be saved: ${error.message}`)
  }
}

// A table that no options describe completely stays open: a later file with less evidence would be misread.
const hasOpenQuestions = ({ choices }: SavedLayout, { statement }: ImportPreview): boolean =>
  statement.format !== 'CSV' && !isPinned(choices, statement)

function buildLayout(preview: ImportPreview, query: ConfirmedLayout): SavedLayout {
  const { form } = query
  return {
    fingerprint: form.fingerprint,
    header: form.header ?? null,
    choices: buildReadOptions(preview, query),
    accounts: [],
    rules: [],
  }
}

function buildReadOptions(
  { statement, currency }: ImportPreview,
  { request, bytes }: LayoutQuery,
): ReadOptions {
  const { pending: _, possible: __, year: ___, ...typedOptions } = request.choices
  const { statement: ____, ...choices } = pinOptions(bytes, statement, typedOptions, currency)
  return choices
}

/** Returns the account of the file by its name, which unlike its number holds for the next file. */
const toReusableStatement = (
  { statement }: ImportPreview,
  { statement: typed }: ConfirmedLayout,
): string | undefined =>
  typed === undefined
    ? undefined
    : (statement.account ?? (typed.trim().toLowerCase() === 'all' ? 'all' : undefined))

const describeSavedLayout = ({ choices }: SavedLayout, { statement }: ImportPreview): string =>
  isPinned(choices, statement)
    ? 'Saved the layout of this file'
    : 'Saved the layout, but files like this one still require confirmation'

/** Returns a file name from the name of the account, with a number if it is taken. */
function findFreeName(account: string, usedNames: readonly string[]): string {
  const plain = account.normalize('NFKD').toLowerCase()
  const base =
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'bank'
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`
    if (!usedNames.includes(name)) return name
  }
}
