import { command, neededUnless, some, toggle, usually, type World } from '../command/define.ts'
import { account, file, LARGEST_FILE, oneOf, plain, size } from '../command/options.ts'
import { Mistake } from '../contract/errors.ts'
import { importSheet } from '../render/import-report.ts'
import { decisionsIn } from './imports/shared/categorize-file.ts'
import { outcomeOf } from './imports/shared/exit-code.ts'
import { importAll } from './imports/shared/import-files.ts'
import { choicesOf, readingFlags } from './imports/shared/read-options.ts'
import { assignsAccounts, readDestinations } from './imports/shared/target-accounts.ts'

export const importFiles = command({
  name: 'import',
  summary: "Take a bank's files into an account",
  arguments: { files: some(file('The files, as the bank gave them (CSV, OFX, QFX, QIF, CAMT.053, MT940)')) },
  flags: {
    account: neededUnless(account('The account the files belong to'), ({ statement }) =>
      assignsAccounts(statement),
    ),
    accept: toggle('Book what was understood without being asked'),
    onError: usually(oneOf('What a row does that cannot be read', 'ACTION', ['abort', 'skip']), 'abort'),
    possible: oneOf('Rows that are perhaps there already, held back when left out', 'ACTION', [
      'skip',
      'import',
      'match',
      'ask',
    ]),
    layout: plain('The layout that reads the file; the one confirmed for the account when left out', 'NAME'),
    review: toggle('Go through the rows first: which shop, which category'),
    categorize: file('A CSV of yours: payee or row; merchant, category, notes, transfer, skip'),
    planOut: file('With --dry-run: put the plan into a file, to look at, change and keep'),
    plan: file('Book exactly this plan'),
    concat: toggle('Equal rows of two files are two transactions, not one exported twice'),
    catchup: toggle('Book nothing: take all rows for known from now on'),
    maxSize: usually(size('The largest file that is read'), '2G'),
    reimportDeleted: toggle('Book rows again that were imported and deleted since'),
    ...readingFlags,
  },
  examples: [
    { when: 'See what would be booked', type: 'budget import export.csv --account Checking --dry-run' },
    { when: 'Book it', type: 'budget import export.csv --account Checking --accept' },
    {
      when: 'Say yourself what is where',
      type: 'budget import export.csv --account Checking --map date=1,amount=4,payee=2 --date-order dmy',
    },
  ],
  changes: true,
  atomic: false,
  previews: true,
  patient: true,
  async run(world, { files, account, accept, concat, review, categorize, plan, planOut, maxSize, ...given }) {
    const { layout, onError, possible, catchup, reimportDeleted, statement, ...reading } = given
    const destinations = await readDestinations(world.names, { account, statements: statement })
    refuseIdlePlan(world, { plan, planOut, imports: files.length * destinations.length })
    const decided = possible === 'ask' || possible === undefined ? {} : { possible }
    const importing = {
      typed: {
        files,
        assigns: assignsAccounts(statement),
        flags: {
          ...given,
          statement: statement.length > 0 ? statement.join(',') : undefined,
          accept,
          review,
          plan,
          concat,
          categorize,
          onError: onError === 'abort' ? undefined : onError,
          maxSize: maxSize === LARGEST_FILE ? undefined : maxSize,
          planOut,
          dryRun: world.dryRun,
          yes: world.yes,
        },
      },
      accepted: accept,
      asks: possible === 'ask',
      reviews: review,
      plan,
      plan_out: planOut,
      max_size: maxSize,
      order: {
        choices: { ...choicesOf(reading), ...decided },
        on_error: onError,
        reimport_deleted: reimportDeleted,
        catchup,
        ...(layout !== undefined && { layout }),
        decisions: categorize === undefined ? {} : await decisionsIn(world, categorize),
      },
    }
    return importAll(world, { files, destinations, concat, importing })
  },
  show: importSheet,
  outcome: (result) => outcomeOf(Array.isArray(result) ? result : [result]),
})

interface Plans {
  plan: string | undefined
  planOut: string | undefined
  /** How many imports the command makes. */
  imports: number
}

/** Throws a Mistake about a plan that would not be written, be written over by the next one, or be for another import. */
function refuseIdlePlan({ dryRun }: World, { plan, planOut, imports }: Plans): void {
  if (planOut !== undefined && !dryRun) {
    throw new Mistake('usage', '--plan-out writes down what --dry-run shows', {
      hint: 'Add --dry-run, look at the plan, then book it with --plan FILE',
    })
  }
  if (imports > 1 && (planOut ?? plan) !== undefined)
    throw new Mistake('usage', 'A plan holds the rows of one file for one account', {
      hint: 'Make one plan for each',
    })
}
