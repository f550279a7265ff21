/** Compares an account with the bank and describes what explains the difference. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Reconciliation } from '../contract/ports/workspace-admin.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { toShellPath, toShellValue } from '../output/shell-words.ts'
import { type ChangedRow, findDifferences } from './difference/find-differences.ts'
import { type BankRow, type Finding, isCleared, type RegisterRow } from './difference/register.ts'
import type { LoadedRegister } from './load-register.ts'
import type { BankFile } from './read-bank-file.ts'
import type {
  ReconcileBankRow,
  ReconcileCandidate,
  ReconcileReport,
  ReconcileTransaction,
} from './reconcile-report.ts'
import { compareStatement } from './statement/compare-statement.ts'

/** An account that is being reconciled: its rows as they are now, and what the bank says. */
export interface ReconcileSession {
  register: LoadedRegister
  /** The rows of the account; every step that is applied changes them. */
  rows: readonly RegisterRow[]
  date: string
  bank: MinorUnits
  file: BankFile | undefined
  last: Reconciliation | undefined
  changed: readonly ChangedRow[]
  /** What the user let the command do, one sentence each. */
  done: readonly string[]
  /** The command as typed, to be pasted with further flags. */
  commandLine: string
}

/** What is found in a session. */
export interface SessionFindings {
  cleared: MinorUnits
  difference: MinorUnits
  findings: readonly Finding[]
  report: ReconcileReport
}

/** Returns the cleared balance of an account at the end of a date. */
export const sumCleared = ({
  rows,
  date,
  register,
}: Pick<ReconcileSession, 'rows' | 'date' | 'register'>): MinorUnits =>
  rows.reduce(
    (sum, row) => (isCleared(row) && row.date <= date ? sum + row.amount : sum),
    register.older_cleared,
  )

/** Compares the account with the bank, and with the statement if there is one. */
export const examineSession = (
  { invocation: { now, computeLong } }: Pick<WorkspaceContext, 'invocation'>,
  session: ReconcileSession,
): Promise<SessionFindings> => computeLong(() => compareWithBank(session, now))

function compareWithBank(session: ReconcileSession, elapsed: () => number): SessionFindings {
  const { rows, date, bank, file, last, changed, register } = session
  const cleared = sumCleared(session)
  const difference = bank - cleared
  const query = {
    rows,
    date,
    difference,
    reconciled_until: last?.date,
    changed,
    elapsed,
  }
  const base = { cleared, difference }
  if (file) {
    const bank_rows = file.rows.filter((row) => row.date <= date)
    const { findElsewhere } = register
    const { missing, extra, first_difference, ...found } = compareStatement({
      ...query,
      bank,
      bank_rows,
      findElsewhere,
    })
    const report = buildReport(session, { ...base, ...found })
    const first = first_difference && {
      date: first_difference.date,
      bank: register.format(first_difference.bank),
      cleared: register.format(first_difference.cleared),
    }
    const statement = {
      file: file.file,
      missing: missing.map((row) => toBankOutput(row, register)),
      extra: extra.map((row) => toTransactionOutput(row, register)),
      first_difference: first ?? null,
    }
    return { ...base, findings: found.findings, report: { ...report, statement } }
  }
  const found =
    difference === 0n
      ? { findings: [], searched: { rows: 0, is_complete: true } }
      : findDifferences({ ...query, ...register.findElsewhere(difference) })
  return { ...base, findings: found.findings, report: buildReport(session, { ...base, ...found }) }
}

interface FoundInSession {
  cleared: MinorUnits
  difference: MinorUnits
  findings: readonly Finding[]
  searched: { rows: number; is_complete: boolean }
}

function buildReport(session: ReconcileSession, found: FoundInSession): ReconcileReport {
  const { register, date, bank, last } = session
  const { account, format } = register
  return {
    account_id: account.id,
    account_name: account.name,
    date,
    bank: format(bank),
    cleared: format(found.cleared),
    difference: format(found.difference),
    previous: last ? { date: last.date, balance: last.balance } : null,
    candidates: found.findings.map((finding, at) => toCandidate(finding, at + 1, session)),
    statement: null,
    searched: { rows: found.searched.rows, complete: found.searched.is_complete },
    applied: [],
    adjustment: null,
    finished: null,
    next_steps: [],
  }
}

function toCandidate(finding: Finding, number: number, session: ReconcileSession): ReconcileCandidate {
  const { register, commandLine } = session
  const { kind, rows, bank_rows = [], explains, ways, is_counted, score, fix } = finding
  return {
    number,
    kind,
    transactions: rows.map((row) => toTransactionOutput(row, register)),
    bank_rows: bank_rows.map((row) => toBankOutput(row, register)),
    explains: register.format(explains),
    ways,
    all_ways_counted: is_counted,
    score,
    fix: {
      steps: fix.map((step) => ({
        action: step.action,
        ...('key' in step && { transaction_id: register.toId(step.key) }),
        ...('date' in step && step.date !== undefined && { date: step.date }),
        ...('amount' in step && step.amount !== undefined && { amount: register.format(step.amount) }),
        ...('merchant' in step && step.merchant !== '' && { merchant_name: step.merchant }),
      })),
      command: isUnknownRow(finding)
        ? `budget tx add ${register.format(explains)} MERCHANT CATEGORY --account ${toShellValue(register.account.name)} --date ${session.date}`
        : `${commandLine} --apply ${number}`,
    },
  }
}

/** True for a missing row of which nothing but the amount is known. */
export const isUnknownRow = ({ fix }: Finding): boolean =>
  fix.some((step) => step.action === 'add' && step.merchant === '' && step.row === undefined)

const toTransactionOutput = (
  row: RegisterRow,
  { toId, format, getAccountName }: LoadedRegister,
): ReconcileTransaction => ({
  id: toId(row.key),
  date: row.date,
  amount: format(row.amount),
  merchant_name: row.words === '' ? null : row.words,
  status: row.status,
  account_name: getAccountName(row.key),
})

const toBankOutput = (
  { row, date, amount, merchant }: BankRow,
  { format }: LoadedRegister,
): ReconcileBankRow => ({
  row,
  date,
  amount: format(amount),
  payee: merchant,
})

/** Formats the command line of a session, to be pasted with further flags. */
export function formatReconcileCommand(options: {
  account: string
  balance: string | undefined
  date: string
  statement: string | undefined
  profile: string | undefined
}): string {
  const { account, balance, date, statement, profile } = options
  return [
    `budget accounts reconcile ${toShellValue(account)}`,
    ...(balance === undefined ? [] : [`--balance ${balance}`]),
    `--date ${date}`,
    ...(statement === undefined ? [] : [`--statement ${toShellPath(statement)}`]),
    ...(profile === undefined ? [] : [`--profile ${toShellPath(profile)}`]),
  ].join(' ')
}
