/** Opens a reconciliation: the rows of the account, the bank's figure, and the reconciliation before. */

import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import type { Reconciliation } from '../contract/ports/workspace-admin.ts'
import type { Money } from '../money/decimal.ts'
import { parseAmount } from '../money/minor-units.ts'
import { groupThousands } from '../output/format-amount.ts'
import type { ReadOptions } from '../tables/read-options.ts'
import { findChangedSince } from './changed-since.ts'
import type { ChangedRow } from './difference/find-differences.ts'
import { type LoadedRegister, loadRegister } from './load-register.ts'
import { type BankFile, readBankFile } from './read-bank-file.ts'
import { formatReconcileCommand, type ReconcileSession } from './reconcile-session.ts'

interface SessionRequest {
  account: { id: string; name: string }
  balance: Money | undefined
  date: string | undefined
  /** The path of the bank file. */
  statement: string | undefined
  choices: ReadOptions
}

/**
 * Opens a reconciliation.
 * @throws UserError when neither the user nor the file tells the balance
 */
export async function openSession(
  context: WorkspaceContext,
  { account, balance, date, statement, choices }: SessionRequest,
): Promise<ReconcileSession> {
  const file =
    statement === undefined ? undefined : await readBankFile(context, { path: statement, account, choices })
  const lastRow = file?.rows.reduce((last, row) => (row.date > last ? row.date : last), '')
  const until = date ?? (balance === undefined ? file?.closing?.date : lastRow) ?? context.invocation.today
  // The currency would be one more request.
  const { cleared_balance } = (await context.workspace.api.getAccount({ account_id: account.id })).account
  const decimals = cleared_balance.split('.')[1]?.length ?? 0
  const bank = readBalance(decimals, { balance, file, until })
  const since = file?.rows.reduce((first, row) => (row.date < first ? row.date : first), until)
  const request = { account, cleared_balance, decimals, date: until, bank, since }
  const register = await context.invocation.computeLong(() => loadRegister(context, request))
  const last = await findLastReconciliation(context, { account_id: account.id, date: until })
  const changed = await findChangedSince(context, { register, last, date: until })
  warnOfRedated(context, changed, register)
  const profile = (await context.computer.settings()).profileFlag
  return {
    register,
    rows: register.rows,
    date: until,
    bank,
    file,
    last,
    changed,
    done: [],
    commandLine: formatReconcileCommand({ account: account.name, balance, date: until, statement, profile }),
  }
}

/** A reconciled row with another date may agree today and not on the day of the reconciliation: it is shown. */
function warnOfRedated(
  { user: { warn } }: Pick<WorkspaceContext, 'user'>,
  changed: readonly ChangedRow[],
  { format }: LoadedRegister,
): void {
  for (const { row, explains, fix } of changed) {
    const was = fix.find((step) => step.action === 'edit')?.date
    if (explains !== 0n || was === undefined) continue
    const name = `${groupThousands(format(row.amount))} ${row.words}`.trim()
    warn(`${name} was reconciled on ${was} and is now dated ${row.date}`)
  }
}

function readBalance(
  decimals: number,
  { balance, file, until }: { balance: Money | undefined; file: BankFile | undefined; until: string },
): bigint {
  if (balance !== undefined) {
    const minor = parseAmount(balance, decimals)
    if (minor !== undefined) return minor
    throw new UserError('invalid', `"${balance}" has more decimals than the currency`, { field: 'balance' })
  }
  const closing = file?.closing
  if (!closing)
    throw new UserError('usage', `${file?.file ?? 'The file'} does not state a balance`, {
      field: 'balance',
      hint: 'Add --balance with the bank balance',
    })
  if (closing.date === until) return closing.minor
  // What the bank booked after the date is in its balance, and not in the one of the date.
  const later = file.rows.filter((row) => row.date > until).reduce((sum, { amount }) => sum + amount, 0n)
  return closing.minor - later
}

async function findLastReconciliation(
  context: WorkspaceContext,
  { account_id, date }: { account_id: string; date: string },
): Promise<Reconciliation | undefined> {
  const log = await context.workspace.openReconciliations()
  return log.list().findLast((one) => one.account_id === account_id && one.date <= date)
}
