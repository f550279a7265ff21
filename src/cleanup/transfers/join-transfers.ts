/** Finds two rows that are one transfer between own accounts, and makes them one. */

import type { WorkspaceContext } from '../../command/context.ts'
import { type ItemLabel, labelById, mapOneByOne } from '../../command/for-each.ts'
import { UserError } from '../../contract/errors.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { createReferenceAdder } from '../../transactions/read-reply.ts'
import { listRowsAround, type SearchScope } from '../../transactions/rows-around.ts'
import type { NamedFindingSelection } from '../finding-option.ts'
import { applyFindings } from '../select-findings.ts'
import type { TransferOutput } from '../transfers-view.ts'
import { findTransfers, type TransferFinding } from './find-transfers.ts'

/** Returns the pairs with what became of them. */
export async function joinTransfers(
  context: WorkspaceContext,
  { apply, account, period, days }: SearchScope & { apply: NamedFindingSelection | undefined },
): Promise<TransferOutput[]> {
  const found = await context.invocation.computeLong(async () => {
    const { rows, isInPeriod } = await listRowsAround(context, { period, days })
    const accounts = await context.workspace.names.accounts()
    return findTransfers({ rows, accounts, days, isWanted: isInPeriod })
  })
  const findings = found.filter(
    (finding) =>
      account === undefined || finding.out.account_id === account.id || finding.in.account_id === account.id,
  )
  const listAllSteps = (chosen: readonly TransferFinding[]) =>
    chosen.flatMap((finding) => listSteps(context, finding))
  const applySelected = (selected: readonly TransferFinding[]) => {
    assertEachRowOnce(selected)
    return mapOneByOne(
      context,
      listAllSteps(selected),
      ({ run }) => run(),
      ({ label }) => label,
    )
  }
  const outcomes = await applyFindings(
    context,
    { findings, apply, applySelected },
    {
      noun: 'transfer',
      question: (chosen) =>
        chosen.length === 1
          ? 'Replace these two transactions with a transfer?'
          : `Replace ${chosen.length * 2} transactions with ${chosen.length} transfers?`,
      describe: describeFix,
      listIds: ({ fix }) => fix.delete_ids,
      countRequests: (chosen) => listAllSteps(chosen).length,
    },
  )
  const rows = outcomes.flatMap(({ out, in: into }) => [out, into])
  const withReference = createReferenceAdder(context, rows)
  return outcomes.map((finding) => ({
    ...finding,
    out: withReference(finding.out),
    in: withReference(finding.in),
  }))
}

const describeFix = ({ out, in: into, fix }: TransferFinding): string => {
  const categories = [out, into].map(({ category_name }) => category_name).filter((name) => name !== null)
  const isKept = 'category_id' in fix.transfer || 'category_id' in fix.changes.in
  const lost = categories.length > 0 && !isKept ? `; removes the category ${categories.join(', ')}` : ''
  const { date } = fix.transfer
  const changed = [out, into].find((row) => row.date !== date)
  // A transfer has one date, docs/spec.md E20.
  const days = changed
    ? `on ${date}; ${changed.account_name} gets that date too, not ${changed.date}`
    : `on ${date}`
  const isReconciled = [out, into].some(({ status }) => status === 'reconciled')
  const warning = isReconciled ? '; replaces a reconciled transaction' : ''
  const transfer = `${into.amount} from ${out.account_name} to ${into.account_name} ${days}`
  if (fix.existing) return `Delete the two rows of ${transfer}: the transfer already exists${warning}`
  return `Transfer ${transfer}${lost}${warning}`
}

/** Asserts that no row would become part of two transfers. */
function assertEachRowOnce(findings: readonly TransferFinding[]): void {
  const numberByRow = new Map<string, number>()
  for (const { number, out, in: into } of findings) {
    for (const { id } of [out, into]) {
      const other = numberByRow.get(id)
      if (other !== undefined)
        throw new UserError('usage', `${other} and ${number} need the same transaction`, {
          hint: `Apply either ${other} or ${number}`,
        })
      numberByRow.set(id, number)
    }
  }
}

/** One request, and the transaction it is about. */
interface Step {
  label: ItemLabel
  run: () => Promise<void>
}

/** Lists the requests of a finding: the transfer first, so that a failure leaves a double, never a gap. */
function listSteps(
  { workspace: { api } }: WorkspaceContext,
  { out, in: into, fix }: TransferFinding,
): Step[] {
  const { existing } = fix
  let sides: readonly Pick<Transaction, 'id' | 'account_id'>[] = existing
    ? [
        { id: existing.out_id, account_id: out.account_id },
        { id: existing.in_id, account_id: into.account_id },
      ]
    : []
  const create = async (): Promise<void> => {
    const { transactions = [] } = await api.createTransactions({ body: { transaction: fix.transfer } })
    sides = transactions
  }
  const change = (row: Transaction, body: TransferFinding['fix']['changes']['out']): Step[] => {
    if (Object.keys(body).length === 0) return []
    const run = async (): Promise<void> => {
      const side = sides.find(({ account_id }) => account_id === row.account_id)
      if (side) await api.updateTransaction({ transaction_id: side.id, body })
    }
    return [{ label: labelById(row.id), run }]
  }
  return [
    ...(existing ? [] : [{ label: { id: out.id, name: `Transfer to ${into.account_name}` }, run: create }]),
    ...change(out, fix.changes.out),
    ...change(into, fix.changes.in),
    ...fix.delete_ids.map((transaction_id) => ({
      label: labelById(transaction_id),
      run: async () => void (await api.deleteTransaction({ transaction_id })),
    })),
  ]
}
