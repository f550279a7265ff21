/** `budget migrate verify`: compares a workspace with the file that it moved in from. */

import type { CommandContext } from '../../command/context.ts'
import { defineStandaloneCommand } from '../../command/define.ts'
import { repeatable } from '../../command/option-spec.ts'
import { fileOption, monthOption, textOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import { isProblem } from '../../migrate/proof/proof.ts'
import { toMonth } from '../../money/calendar.ts'
import { type MigrateResult, migrateView } from '../../render/migrate.ts'
import { findWorkspace } from '../workspaces/shared/resolve-workspace.ts'
import { type PreparedMove, prepareMove } from './shared/prepare-move.ts'
import { proveWorkspace } from './shared/prove-workspace.ts'
import { buildResult } from './shared/result.ts'
import { sourceFlags } from './shared/source-flags.ts'
import { typeOption } from './shared/type-option.ts'

export const verify = defineStandaloneCommand({
  name: 'migrate verify',
  summary: 'Compare a workspace with the file that it moved in from, figure by figure',
  arguments: {
    workspace: textOption('The name or the id of the workspace', 'WORKSPACE'),
    file: fileOption('The file or folder that it moved in from'),
  },
  flags: {
    from: sourceFlags.from,
    since: monthOption('The first month, as when it moved in'),
    type: repeatable(typeOption('The type of an account, as when it moved in')),
    dates: sourceFlags.dates,
    decimal: sourceFlags.decimal,
    spending: sourceFlags.spending,
  },
  examples: [
    { when: 'Is it still the same budget?', commandLine: 'budget migrate verify Home "My Budget.zip"' },
  ],
  async run(
    context,
    { workspace: text, file, from, since, type, dates, decimal, spending },
  ): Promise<MigrateResult> {
    const workspaces = await context.openLocalWorkspaces()
    const { id, name, currency } = findWorkspace(workspaces, text)
    const { accounts } = await workspaces.open(id).listAccounts({ query: { include_closed: true } })
    const move = await prepareMove(context, file, {
      from,
      currency,
      since,
      types: type,
      knownTypes: accounts.map((account) => ({ account: account.name, type: account.type })),
      dateOrder: dates,
      decimal,
      spending,
      keepIds: false,
      countsTransactions: true,
    })
    assertSameAccounts(move, { name, accounts })
    const proof = await proveWorkspace(workspaces, id, move.plan)
    const isChanged = proof.differences.some(({ rules }) => rules.length === 0)
    const range = await workspaces.reportSource(id).readDateRange()
    if (isChanged && since === undefined && range) warnOfLaterStart(context, move, toMonth(range.first))
    return buildResult(move, { name, id, proof, ...(isChanged && { next: 'history' }) })
  },
  view: migrateView,
  resultStatus: ({ differences }) => (differences.some(isProblem) ? 'problems-found' : 'done'),
})

/** @throws UserError if the file has none of the accounts of the workspace */
function assertSameAccounts(
  { plan }: PreparedMove,
  { name, accounts }: { name: string; accounts: readonly { name: string }[] },
): void {
  const known = new Set(accounts.map((account) => toNameKey(account.name)))
  const planned = plan.content.accounts
  if (planned.length === 0 || planned.some((account) => known.has(toNameKey(account.name)))) return
  throw new UserError('conflict', `The workspace ${name} has no account of the file`, {
    field: 'file',
    hint: `Give the file that ${name} moved in from; budget workspaces lists the workspaces`,
  })
}

/** A workspace that moved in with --since has nothing of the months before. */
function warnOfLaterStart(context: CommandContext, { plan, source }: PreparedMove, begins: string): void {
  if (source === 'budget') return
  const [first] = plan.content.transactions
  if (first === undefined || toMonth(first.date) >= begins) return
  context.warn(
    `The workspace begins with ${begins}, and the file with ${toMonth(first.date)}. If it moved in with --since, add --since ${begins}`,
  )
}
