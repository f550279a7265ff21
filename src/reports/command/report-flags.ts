/** Declares the flags of reports, and turns them into a request. */

import type { WorkspaceContext } from '../../command/context.ts'
import { booleanFlag, type FlagSpecs, type InputValues, repeatable } from '../../command/option-spec.ts'
import {
  accountOption,
  categoryOption,
  dateOption,
  enumOption,
  groupOption,
  integerOption,
  periodOption,
} from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import { toMonth } from '../../money/calendar.ts'
import { UNCATEGORIZED } from '../name-rows.ts'
import type { ReportBuilder, ReportFlag, ReportNames, ReportRequest, RequestedPeriod } from '../report.ts'

/** The flags that name the period of a report. */
export const periodFlags = {
  period: periodOption('The period: 2026-11, 2026, 2026-Q1, this-year, last-12-months, last-30-days, …'),
  since: dateOption('From this date on'),
  until: dateOption('To this date, which can be in the future'),
}

const plainCategory = categoryOption('Only this category')
const categoryFlag: typeof plainCategory = {
  ...plainCategory,
  async parse(text, context) {
    try {
      return await plainCategory.parse(text, context)
    } catch (error) {
      if (!(error instanceof UserError) || toNameKey(text) !== toNameKey(UNCATEGORIZED)) throw error
      throw new UserError('not_found', `${UNCATEGORIZED} is not a category`, {
        field: 'category',
        hint: 'Use --uncategorized for transactions without a category',
      })
    }
  },
}

const filterFlags = {
  by: enumOption('Rows by', 'DIMENSION', ['category', 'group', 'merchant', 'account', 'month']),
  account: repeatable(accountOption('Only this account')),
  category: repeatable(categoryFlag),
  group: repeatable(groupOption('Only the categories of this group')),
  uncategorized: booleanFlag('Only transactions without a category, plus those of --category'),
  compare: enumOption('Compare with an earlier period, up to the same day', 'PERIOD', [
    'previous',
    'last-year',
  ]),
  top: integerOption('Show at most this many rows; the rest are combined', 1),
  includeStartingBalances: booleanFlag('Include the balances that accounts started with'),
  rows: booleanFlag('List the transactions of each row'),
}

/** @throws UserError for a month before today's */
export function assertNotOver(month: string | undefined, today: string, field: 'on' | 'until'): void {
  if (month === undefined || month >= toMonth(today)) return
  throw new UserError('invalid', `${month} is over`, {
    field,
    hint: `Use ${toMonth(today)} or a later month with --${field}`,
  })
}

/** Asks what the figures are. */
export const definitionFlag = booleanFlag('Explain how the figures are defined')

/** How a report is shown. */
export const viewFlags = {
  chart: booleanFlag('Draw a chart'),
  noChart: booleanFlag('Only figures, no charts'),
  definition: definitionFlag,
}

/** Every flag that a report can have. */
type ReportFlagSpecs = typeof periodFlags & typeof filterFlags & typeof viewFlags

/** The values of the flags. Those that a report does not have are undefined. */
export type ReportFlagValues = Partial<InputValues<Record<never, never>, ReportFlagSpecs>>

const flagNames: Readonly<Record<ReportFlag, readonly (keyof typeof filterFlags)[]>> = {
  account: ['account'],
  category: ['category', 'group', 'uncategorized'],
  compare: ['compare'],
  top: ['top'],
  'starting-balances': ['includeStartingBalances'],
  rows: ['rows'],
}

/** Returns the flags that make sense for a report. */
export function selectReportFlags({ dimensions, flags }: ReportBuilder): FlagSpecs {
  const names = new Set(flags.flatMap((flag) => flagNames[flag]))
  const filters = Object.entries(filterFlags).filter(([name]) => names.has(name as keyof typeof filterFlags)) // the names are the keys
  return {
    ...periodFlags,
    ...(dimensions.length > 1 && {
      by: enumOption(`Rows by (${dimensions[0]} by default)`, 'DIMENSION', dimensions),
    }),
    ...Object.fromEntries(filters),
    ...viewFlags,
  }
}

/**
 * Returns the period that the flags name; undefined for the report's own.
 * @throws UserError for contradicting flags.
 */
function readPeriod({ period, since, until }: ReportFlagValues): RequestedPeriod | undefined {
  if (period && (since !== undefined || until !== undefined))
    throw new UserError('usage', 'Use either --period, or --since and --until')
  if (since !== undefined && until !== undefined && since > until)
    throw new UserError('invalid', `The period ends on ${until}, before it begins on ${since}`, {
      field: 'until',
      hint: 'Use a date after --since',
    })
  if (period) return { ...period, isExact: false }
  if (since === undefined && until === undefined) return undefined
  return { since, until, isExact: until !== undefined }
}

/**
 * Returns what the user asked of a report.
 * @param categories those named as arguments.
 */
export function buildReportRequest(
  input: ReportFlagValues,
  {
    today,
    names,
    categories = [],
  }: { today: string; names: ReportNames; categories?: readonly { id: string }[] },
): ReportRequest {
  const groupIds = new Set((input.group ?? []).map(({ id }) => id))
  const category_ids = [
    ...[...categories, ...(input.category ?? [])].map(({ id }) => id),
    ...names.categories.filter(({ group_id }) => groupIds.has(group_id)).map(({ id }) => id),
    ...(input.uncategorized ? [null] : []),
  ]
  const account_ids = (input.account ?? []).map(({ id }) => id)
  const hasCategoryFilter = category_ids.length > 0 || groupIds.size > 0
  return {
    today,
    period: readPeriod(input),
    by: input.by,
    account_ids: account_ids.length > 0 ? [...new Set(account_ids)] : undefined,
    category_ids: hasCategoryFilter ? [...new Set(category_ids)] : undefined,
    compare: input.compare,
    top: input.top,
    includesStartingBalances: input.includeStartingBalances ?? false,
  }
}

/** Returns the names of the workspace; those of merchants only where the report shows any. */
export async function loadReportNames(
  { workspace: { names } }: Pick<WorkspaceContext, 'workspace'>,
  { withMerchants }: { withMerchants: boolean },
): Promise<ReportNames> {
  const merchants = new Map(withMerchants ? (await names.merchants()).map(({ id, name }) => [id, name]) : [])
  return {
    accounts: await names.accounts(),
    groups: await names.groups(),
    categories: await names.categories(),
    getMerchantName: (id) => merchants.get(id),
  }
}
