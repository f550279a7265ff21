/** Imports files as the flags say. */

import type { WorkspaceContext } from '../command/context.ts'
import {
  booleanFlag,
  type InputValues,
  type OptionSpec,
  type ParseContext,
  requiredUnless,
  withDefault,
} from '../command/option-spec.ts'
import { accountOption, enumOption, fileOption, textOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { readCategorizeFile } from './categorize-file.ts'
import { importFilesInTurn } from './import-files.ts'
import { readOptionFlags, toReadOptions } from './read-flags.ts'
import { assignsAccounts, findImportAccount, resolveDestinations } from './target-accounts.ts'
import type { ImportFileOutput } from './views/report-view.ts'

const KILO = 1024
const BYTES_PER_UNIT: Readonly<Record<string, number>> = { K: KILO, M: KILO ** 2, G: KILO ** 3 }
/** The largest file that is read, in bytes: Node.js reads no more into one buffer. `2G` is one byte more. */
const MAX_FILE_BYTES = 2 * KILO ** 3 - 1

/** A size in bytes: `500M`, `2G`, `100K` or a plain number, at most 2G. */
const byteSizeOption = (help: string): OptionSpec<number> => ({
  help,
  placeholder: 'SIZE',
  parse(text) {
    const [, digits, unit = ''] = /^(\d{1,10})([KMG]?)(?:i?B)?$/i.exec(text) ?? []
    const bytes = Number(digits) * (BYTES_PER_UNIT[unit.toUpperCase()] ?? 1)
    if (bytes > 0 && bytes <= MAX_FILE_BYTES + 1) return Math.min(bytes, MAX_FILE_BYTES)
    throw new UserError('invalid', `"${text}" is not a size up to 2G`, { hint: 'Use 500M, 2G or 100K' })
  },
})

/** The flags of an import. */
export const importFlags = {
  account: requiredUnless(
    {
      ...accountOption('The account to import into'),
      parse: (text: string, { names }: ParseContext) => findImportAccount(names, text),
    },
    ({ statement }) => assignsAccounts(statement),
  ),
  accept: booleanFlag('Import without asking for confirmation'),
  onError: withDefault(enumOption('What to do with unreadable rows', 'ACTION', ['abort', 'skip']), 'abort'),
  possible: enumOption('What to do with possible duplicates, held by default', 'ACTION', [
    'skip',
    'import',
    'match',
    'ask',
  ]),
  layout: textOption(
    'The layout to read the file with; by default the one confirmed for the account',
    'NAME',
  ),
  review: booleanFlag('Review the merchant and category of the rows first'),
  categorize: fileOption(
    'A CSV file with the columns payee or row, and merchant, category, notes, transfer, skip',
  ),
  planOut: fileOption('With --dry-run: write the plan to a file you can edit'),
  plan: fileOption('Import exactly this plan'),
  concat: booleanFlag('Treat equal rows in two files as separate transactions'),
  openingBalance: enumOption(
    'Record the balance before the first row, in an account without transactions',
    'SOURCE',
    ['from-file'],
  ),
  catchup: booleanFlag('Import nothing, but mark all rows as already imported'),
  maxSize: withDefault(byteSizeOption('The largest file to read'), '2G'),
  reimportDeleted: booleanFlag('Import rows again that were imported and then deleted'),
  ...readOptionFlags,
}

type ImportInput = InputValues<Record<never, never>, typeof importFlags> & { files: readonly string[] }

/** Imports files as the flags say. */
export async function importFromFlags(
  context: WorkspaceContext,
  { files, account, accept, concat, review, categorize, plan, planOut, maxSize, ...input }: ImportInput,
): Promise<ImportFileOutput | ImportFileOutput[]> {
  const { layout, onError, possible, openingBalance, catchup, reimportDeleted, statement, ...readOptions } =
    input
  const destinations = await resolveDestinations(context.workspace.names, { account, statements: statement })
  assertPlanUsable(context, { plan, planOut, imports: files.length * destinations.length })
  const possibleOption = possible === 'ask' || possible === undefined ? {} : { possible }
  const fileRequest = {
    commandLine: {
      files,
      assignsAccounts: assignsAccounts(statement),
      flags: {
        ...input,
        statement: statement.length > 0 ? statement.join(',') : undefined,
        accept,
        review,
        plan,
        concat,
        categorize,
        onError: onError === 'abort' ? undefined : onError,
        maxSize: maxSize === MAX_FILE_BYTES ? undefined : maxSize,
        planOut,
        ...context.invocation.repeatedFlags,
      },
    },
    accepted: accept,
    asksAboutMatches: possible === 'ask',
    reviewsRows: review,
    records_opening: openingBalance !== undefined,
    plan,
    plan_out: planOut,
    max_size: maxSize,
    request: {
      choices: { ...toReadOptions(readOptions), ...possibleOption },
      on_error: onError,
      reimport_deleted: reimportDeleted,
      catchup,
      ...(layout !== undefined && { layout }),
      decisions: categorize === undefined ? {} : await readCategorizeFile(context, categorize),
    },
  }
  return importFilesInTurn(context, { files, destinations, concat, fileRequest })
}

interface PlanFlags {
  plan: string | undefined
  planOut: string | undefined
  /** How many imports the command makes. */
  imports: number
}

/**
 * Asserts that a plan is written or read as the flags say.
 * @throws UserError for --plan-out without --dry-run, and for one plan with several imports.
 */
function assertPlanUsable(
  { invocation: { isDryRun } }: WorkspaceContext,
  { plan, planOut, imports }: PlanFlags,
): void {
  if (planOut !== undefined && !isDryRun) {
    throw new UserError('usage', '--plan-out requires --dry-run', {
      hint: 'Add --dry-run, check the plan, then import it with --plan FILE',
    })
  }
  if (imports > 1 && (planOut ?? plan) !== undefined)
    throw new UserError('usage', 'A plan is for one file and one account', {
      hint: 'Create one plan for each',
    })
}
