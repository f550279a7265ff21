/** `budget import`: imports bank files into accounts. */

import type { WorkspaceContext } from '../command/context.ts'
import { defineCommand } from '../command/define.ts'
import { booleanFlag, oneOrMore, requiredUnless, withDefault } from '../command/option-spec.ts'
import { accountOption, enumOption, fileOption, textOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { CATCHUP_LABEL } from '../history/select-entry.ts'
import { readCategorizeFile } from '../import/categorize-file.ts'
import { importFilesInTurn } from '../import/import-files.ts'
import { toImportStatus } from '../import/import-status.ts'
import { readOptionFlags, toReadOptions } from '../import/read-flags.ts'
import { byteSizeOption, MAX_FILE_BYTES } from '../import/size-option.ts'
import { assignsAccounts, resolveDestinations } from '../import/target-accounts.ts'
import { importView } from '../import/views/report-view.ts'

export const importFiles = defineCommand({
  name: 'import',
  summary: 'Import bank files into an account',
  arguments: {
    files: oneOrMore(fileOption('Files from the bank (CSV, OFX, QFX, QIF, CAMT.053, MT940)')),
  },
  flags: {
    account: requiredUnless(accountOption('The account to import into'), ({ statement }) =>
      assignsAccounts(statement),
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
    concat: booleanFlag('Equal rows in two files are separate transactions'),
    catchup: booleanFlag('Import nothing, but mark all rows as already imported'),
    maxSize: withDefault(byteSizeOption('The largest file to read'), '2G'),
    reimportDeleted: booleanFlag('Import rows again that were imported and then deleted'),
    ...readOptionFlags,
  },
  examples: [
    {
      when: 'Show what would be imported',
      commandLine: 'budget import export.csv --account Checking --dry-run',
    },
    { when: 'Import it', commandLine: 'budget import export.csv --account Checking --accept' },
    {
      when: 'Choose the columns yourself',
      commandLine:
        'budget import export.csv --account Checking --map date=1,amount=4,payee=2 --date-order dmy',
    },
  ],
  mutates: true,
  isAtomic: false,
  hasOwnDryRun: true,
  waitsForRateLimit: true,
  formatLabel: ({ files, account, catchup }) =>
    account &&
    `import ${files.map((path) => path.replace(/^.*[/\\]/, '')).join(' ')} → ${account.name}${catchup ? CATCHUP_LABEL : ''}`,
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
    throw new UserError('usage', '--plan-out requires --dry-run', {
      hint: 'Add --dry-run, check the plan, then import it with --plan FILE',
    })
  }
  if (imports > 1 && (planOut ?? plan) !== undefined)
    throw new UserError('usage', 'A plan is for one file and one account', {
      hint: 'Create one plan for each',
    })
}
