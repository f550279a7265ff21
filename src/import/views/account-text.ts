/**
 * Describes the accounts of a file, and how the bank's closing balance differs from the account's.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { subtract } from '../../money/decimal.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { pluralize } from '../../output/pluralize.ts'
import type { MappedColumn } from '../../tables/read-options.ts'
import type { FigureName } from '../../tables/words/figure-terms.ts'
import type { BalanceGap } from '../plan/balance-gaps.ts'
import type { FigureMismatch, RowCause } from '../plan/check-stated-figures.ts'
import type { Disposition } from '../plan/classify-rows.ts'
import type { OpeningBalance } from '../plan/preview-import.ts'
import type { Continuity } from '../posting/find-continuity.ts'

/** The closing balance of the bank, and the balance of the account on the same day. */
export interface BalanceCheckOutput {
  file: string
  date: string
  account_name: string
  /** null: not compared. */
  account: string | null
  /** The first day on which they differ, if the file tells. */
  differs_since: string | null
  /** They differ on every day of the file; the account may have started with another balance. */
  differs_throughout?: true
  /** The command that lists the account from that day on. */
  compare_step?: string
  /** The running balances of the file follow its amounts. */
  is_followed: boolean
  /** The balance before the first row; absent if the rows do not prove it. */
  opening?: string
  /** Set if something that the file states differs from its rows. */
  is_contradicted?: true
  /** Where the running balances change without a row. */
  gaps: BalanceGap[]
}

/** Describes the balance in a sentence; before the import the account `will have` it. */
export function describeBalance(
  {
    file,
    date,
    account,
    account_name,
    is_followed,
    is_contradicted,
    differs_since: since,
  }: BalanceCheckOutput,
  verb: 'has' | 'will have' = 'has',
): string {
  const stated = `${groupThousands(file)} on ${date}`
  const isEqual = account === file
  if (!is_contradicted && (account === null ? is_followed : isEqual)) return `${stated}, matches the bank`
  if (account === null || isEqual) return `${stated} at the bank`
  const more = subtract(account, file)
  const by = `${groupThousands(more.replace('-', ''))} ${more.startsWith('-') ? 'less' : 'more'}`
  return `${stated} at the bank; ${account_name} ${verb} ${groupThousands(account)} on that day, ${by}${since === null ? '' : `, since ${since}`}`
}

/** Suggests how to find the difference; empty when the balances agree. */
export function describeComparison({
  account_name,
  differs_throughout,
  compare_step: step,
}: BalanceCheckOutput): string[] {
  if (step === undefined) return []
  const why = differs_throughout ? `${account_name} may have started with a different balance. ` : ''
  return [`${why}Compare: ${step}`]
}

/** Describes the row that explains a difference. */
const describeCause = ({ line, twin }: RowCause): string =>
  twin === undefined
    ? `According to the bank's balance, the amount on line ${line} has the opposite sign: is its sign right?`
    : `According to the bank's balance, line ${line} equals line ${twin} but does not count: is it in the file twice?`

const figureLabels: Readonly<Record<FigureName, string>> = {
  opening: 'an opening balance of',
  closing: 'a closing balance of',
  in: 'money in of',
  out: 'money out of',
  gross: 'a total of',
  net: 'a total of',
  rows: 'a number of rows of',
  rows_in: 'a number of rows with money in of',
  rows_out: 'a number of rows with money out of',
  end: '',
}

/** Describes the figures of a file that its rows do not give, one sentence each. */
export const describeMismatches = (mismatches: readonly FigureMismatch[] = []): string[] =>
  mismatches.map(({ figure, line, stated, found, cause }) => {
    if (figure === 'end') return `The file ends within the statement of line ${line}; download it again`
    const says = `The file states ${figureLabels[figure]} ${groupThousands(stated)} (line ${line})`
    const but =
      figure === 'opening'
        ? `but what comes before ends with ${groupThousands(found)}; is a statement missing?`
        : `but its rows give ${groupThousands(found)}`
    if (figure === 'opening') return `${says}, ${but}`
    return `${says}, ${but}${cause ? `. ${describeCause(cause)}` : '; is a row missing, twice or changed?'}`
  })

/** Describes the balance before the first row. */
export const describeOpening = ({ amount, date }: OpeningBalance): string =>
  `Opening balance ${groupThousands(amount)} on ${date}, from the file`

/** Describes whether a file begins where the last import ended; empty if it is not known. */
export function describeContinuity(continuity: Continuity | undefined): string[] {
  if (!continuity) return []
  const { date, ended, begins } = continuity
  const end = `the last import ended, with ${groupThousands(ended)} on ${date}`
  if (ended === begins) return [`The file begins where ${end}`]
  const missing = groupThousands(subtract(begins, ended))
  return [
    `The file begins with ${groupThousands(begins)}, but ${end.replace(', with', ' with')}: rows of ${missing} are missing between them`,
  ]
}

/** Describes the gaps, one sentence each. */
export const describeGaps = ({ gaps }: BalanceCheckOutput): string[] =>
  gaps.map(({ above, below, by, cause }) =>
    cause
      ? describeCause(cause)
      : /[1-9]/.test(by)
        ? `Between lines ${above} and ${below} the bank's balance changes by ${groupThousands(by)} without a matching row; was the export filtered?`
        : `One balance between lines ${above} and ${below} does not match the rows around it`,
  )

/** True if the balance before the first row is what the account lacks. */
const explainsDifference = ({ opening, account, file }: BalanceCheckOutput): boolean =>
  opening !== undefined && account !== null && account !== file && subtract(file, account) === opening

/** What a preview says about balances. */
interface BalanceFacts {
  balance_check: BalanceCheckOutput | null
  mismatches?: FigureMismatch[]
  opening_balance?: OpeningBalance
  continuity?: Continuity
  mapping: readonly MappedColumn[]
  counts: Readonly<Record<Disposition, number>>
}

/** Returns the facts about balances in a preview, with the label before the first. */
export function listBalanceFacts({
  balance_check: balance,
  mismatches,
  opening_balance: opening,
  continuity,
  mapping,
  counts,
}: BalanceFacts): [string, string][] {
  const facts = [
    ...(balance
      ? [describeBalance(balance, counts.create > 0 ? 'will have' : 'has'), ...describeGaps(balance)]
      : []),
    ...describeMismatches(mismatches),
    ...describeContinuity(continuity),
    ...(opening ? [describeOpening(opening)] : []),
    ...(balance && !opening && explainsDifference(balance)
      ? [
          `The file begins with ${groupThousands(balance.opening ?? '')}: --opening-balance from-file records it in a new account`,
        ]
      : []),
  ]
  if (facts.length > 0) return facts.map((fact, at) => [at === 0 ? 'Balance' : '', fact])
  const column = mapping.find(({ field }) => field === 'balance')
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return column && rows > 1 ? [['Balance', 'not checked: the balances do not match the amounts']] : []
}

/** The accounts of a file. */
export interface FileAccounts {
  /** The account whose rows are read, as the file names it. */
  file_account: string | null
  /** The accounts whose rows are not read; absent if there are none. */
  other_accounts?: { name: string; rows: number }[]
  /** Another account that has most of the rows; absent if there is none. */
  also_in?: OverlappingAccount
}

/** An account that has `rows` of the `of` rows to import. */
export interface OverlappingAccount {
  account_name: string
  rows: number
  of: number
}

/** Describes an overlap: `The same 45 rows are already in Savings`. */
export const describeOverlap = ({ account_name: name, rows, of }: OverlappingAccount): string =>
  `${rows === of ? `The same ${pluralize(rows, 'row')}` : `${rows} of the ${of} new rows`} are already in ${name}`

/** Returns the accounts as facts of a preview. */
export function listAccountFacts({
  file_account: readAccount,
  other_accounts: otherAccounts = [],
  also_in: overlap,
}: FileAccounts): [string, string][] {
  const unreadAccounts = otherAccounts.map(
    ({ name, rows }) => `${name || 'unnamed'} (${pluralize(rows, 'row')})`,
  )
  const facts = [
    ...(readAccount === null ? [] : [readAccount]),
    ...(unreadAccounts.length > 0 ? [`not imported: ${unreadAccounts.join(', ')}`] : []),
  ]
  return [
    ...facts.map((fact, at): [string, string] => [at === 0 ? 'Account' : '', fact]),
    ...(overlap ? [['Overlap', describeOverlap(overlap)] satisfies [string, string]] : []),
  ]
}
