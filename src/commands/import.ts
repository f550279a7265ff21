import { Mistake } from '../contract/errors.ts'
import { withAdvice } from '../import/endings.ts'
import { importSheet, type ShownImport } from '../render/import.ts'
import { rowsOf } from '../render/import_bins.ts'
import { command, needed, some, toggle, usually, type World } from './command.ts'
import { account, file, LARGEST_FILE, oneOf, plain, size } from './entries.ts'
import { decisionsIn } from './imports/categorize.ts'
import { choicesOf, readingFlags } from './imports/choices.ts'
import { type Importing, importFile } from './imports/importing.ts'
import { outcomeOf } from './imports/outcome.ts'

export const importFiles = command({
  name: 'import',
  summary: "Take a bank's files into an account",
  arguments: { files: some(file('The files, as the bank gave them (CSV, OFX, QFX, QIF, CAMT.053, MT940)')) },
  flags: {
    account: needed(account('The account they belong to')),
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
    const { layout, onError, possible, catchup, reimportDeleted, ...reading } = given
    if (planOut !== undefined) refuseIdlePlan(world, files)
    const decided = possible === 'ask' || possible === undefined ? {} : { possible }
    const importing = {
      account,
      typed: {
        files,
        flags: {
          ...given,
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
    return importAll(world, { files, concat, importing })
  },
  show: importSheet,
  outcome: (result) => outcomeOf(Array.isArray(result) ? result : [result]),
})

interface Several {
  files: readonly string[]
  /** Equal rows of two files are two transactions. */
  concat: boolean
  importing: Omit<Importing, 'path'>
}

/** Imports file after file, until one of them is stopped. */
async function importAll(
  world: World,
  { files, concat, importing }: Several,
): Promise<ShownImport | ShownImport[]> {
  const results: ShownImport[] = []
  // Of two files of one run the second shows what the first one already brought, unless they add up.
  const others = concat ? { taken: new Set<string>() } : { planned: [] }
  for (const path of files) {
    const added = concat && results.length > 0 ? { added_to: results.map((one) => one.import_id) } : {}
    const order = { ...importing.order, ...added }
    const result = await importFile(world, { ...importing, ...others, order, path }).catch((error) => {
      const named = files.length > 1 ? aboutFile(error, path) : error
      throw world.dryRun || results.length === 0 ? named : withAdvice(named, doneBefore(results))
    })
    const left = files.slice(results.length + 1)
    results.push('stopped' in result && left.length > 0 ? { ...result, not_begun: left } : result)
    if ('stopped' in result) break
  }
  const [only] = results
  return only && results.length === 1 ? only : results
}

/** A plan that would not be written, or be written over by the next one. */
function refuseIdlePlan({ dryRun }: World, files: readonly string[]): void {
  if (!dryRun) {
    throw new Mistake('usage', '--plan-out writes down what --dry-run shows', {
      hint: 'Add --dry-run, look at the plan, then book it with --plan FILE',
    })
  }
  if (files.length > 1)
    throw new Mistake('usage', 'A plan holds the rows of one file', { hint: 'Make one plan for each file' })
}

/** The same slip, with the name of the file it is about. */
function aboutFile(error: unknown, path: string): unknown {
  if (!(error instanceof Mistake) || error.message.includes(path)) return error
  const { kind, message, hint, field, rows } = error
  const more = { ...(hint !== undefined && { hint }), ...(field !== undefined && { field }) }
  return new Mistake(kind, `${path}: ${message}`, { ...more, ...(rows && { rows }) })
}

const doneBefore = (results: readonly ShownImport[]): string =>
  `Booked before that: ${results.map(({ file, counts }) => `${rowsOf(counts.create)} of ${file}`).join(', ')}`
