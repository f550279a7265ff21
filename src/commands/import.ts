/** `budget import`: imports bank files into accounts. */

import type { WorkspaceContext } from '../command/context.ts'
import { defineCommand } from '../command/define.ts'
import { booleanFlag, oneOrMore, requiredUnless, withDefault } from '../command/option-spec.ts'
import {
  accountOption,
  byteSizeOption,
  enumOption,
  fileOption,
  MAX_FILE_BYTES,
  textOption,
} from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { importView } from '../render/import-report.ts'
import { readCategorizeFile } from './imports/shared/categorize-file.ts'
import { importFilesInTurn } from './imports/shared/import-files.ts'
import { toImportStatus } from './imports/shared/import-status.ts'
import { readOptionFlags, toReadOptions } from './imports/shared/read-options.ts'
import { assignsAccounts, resolveDestinations } from './imports/shared/target-accounts.ts'

export const importFiles = defineCommand({
  name: 'import',
  summary: "Take a bank's files into an account",
  arguments: {
    files: oneOrMore(fileOption('The files, as the bank gave them (CSV, OFX, QFX, QIF, CAMT.053, MT940)')),
  },
  flags: {
    account: requiredUnless(accountOption('The account the files belong to'), ({ statement }) =>
      assignsAccounts(statement),
    ),
    accept: booleanFlag('Book what was understood without being asked'),
    onError: withDefault(
      enumOption('What a row does that cannot be read', 'ACTION', ['abort', 'skip']),
      'abort',
    ),
    possible: enumOption('Rows that are perhaps there already, held back when left out', 'ACTION', [
      'skip',
      'import',
      'match',
      'ask',
    ]),
    layout: textOption(
      'The layout that reads the file; the one confirmed for the account when left out',
      'NAME',
    ),
    review: booleanFlag('Go through the rows first: which shop, which category'),
    categorize: fileOption('A CSV of yours: payee or row; merchant, category, notes, transfer, skip'),
    planOut: fileOption('With --dry-run: put the plan into a file, to look at, change and keep'),
    plan: fileOption('Book exactly this plan'),
    concat: booleanFlag('Equal rows of two files are two transactions, not one exported twice'),
    catchup: booleanFlag('Book nothing: take all rows for known from now on'),
    maxSize: withDefault(byteSizeOption('The largest file that is read'), '2G'),
    reimportDeleted: booleanFlag('Book rows again that were imported and deleted since'),
    ...readOptionFlags,
  },
  examples: [
    {
      when: 'See what would be booked',
      commandLine: 'budget import export.csv --account Checking --dry-run',
    },
    { when: 'Book it', commandLine: 'budget import export.csv --account Checking --accept' },
    {
      when: 'Say yourself what is where',
      commandLine:
        'budget import export.csv --account Checking --map date=1,amount=4,payee=2 --date-order dmy',
    },
  ],
  mutates: true,
  isAtomic: false,
  hasOwnDryRun: true,
  waitsForRateLimit: true,
  async run(
    context,
    { files, account, accept, concat, review, categorize, plan, planOut, maxSize, ...input },
  ) {
    const { layout, onError, possible, catchup, reimportDeleted, statement, ...readOptions } = input
    const destinations = await resolveDestinations(context.names, { account, statements: statement })
    assertPlanUsable(context, { plan, planOut, imports: files.length * destinations.length })
    const decided = possible === 'ask' || possible === undefined ? {} : { possible }
    const importing = {
      typed: {
        files,
        assigns: assignsAccounts(statement),
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
          dryRun: context.isDryRun,
          yes: context.assumesYes,
        },
      },
      accepted: accept,
      asks: possible === 'ask',
      reviews: review,
      plan,
      plan_out: planOut,
      max_size: maxSize,
      order: {
        choices: { ...toReadOptions(readOptions), ...decided },
        on_error: onError,
        reimport_deleted: reimportDeleted,
        catchup,
        ...(layout !== undefined && { layout }),
        decisions: categorize === undefined ? {} : await readCategorizeFile(context, categorize),
      },
    }
    return importFilesInTurn(context, { files, destinations, concat, importing })
  },
  view: importView,
  resultStatus: (result) => toImportStatus(Array.isArray(result) ? result : [result]),
})

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
function assertPlanUsable({ isDryRun }: WorkspaceContext, { plan, planOut, imports }: PlanFlags): void {
  if (planOut !== undefined && !isDryRun) {
    throw new UserError('usage', '--plan-out writes down what --dry-run shows', {
      hint: 'Add --dry-run, look at the plan, then book it with --plan FILE',
    })
  }
  if (imports > 1 && (planOut ?? plan) !== undefined)
    throw new UserError('usage', 'A plan holds the rows of one file for one account', {
      hint: 'Make one plan for each',
    })
}
