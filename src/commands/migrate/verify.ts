/** `budget migrate verify`: compares a workspace with the file that it moved in from. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { repeatable } from '../../command/option-spec.ts'
import { fileOption, monthOption, textOption } from '../../command/options.ts'
import { type MigrateResult, migrateView } from '../../migrate/migrate-view.ts'
import { buildResult } from '../../migrate/move-in.ts'
import { prepareMove } from '../../migrate/prepare-move.ts'
import { isProblem } from '../../migrate/proof/compare-figures.ts'
import { assertLocal, checkNames, proveWorkspace, warnOfLaterStart } from '../../migrate/prove-workspace.ts'
import { sourceFlags, typeOption } from '../../migrate/source-flags.ts'
import { toMonth } from '../../money/calendar.ts'
import { findWorkspace } from '../../setup/resolve-workspace.ts'

export const verify = defineStandaloneCommand({
  name: 'migrate verify',
  summary: 'Compare a workspace with the file it was migrated from, figure by figure',
  arguments: {
    workspace: textOption('The name or id of the workspace', 'WORKSPACE'),
    file: fileOption('The file or folder it was migrated from'),
  },
  flags: {
    from: sourceFlags.from,
    since: monthOption('The --since it was migrated with'),
    type: repeatable(typeOption('The --type it was migrated with')),
    dates: sourceFlags.dates,
    decimal: sourceFlags.decimal,
    spending: sourceFlags.spending,
    account: sourceFlags.account,
    income: sourceFlags.income,
  },
  examples: [
    { when: 'Is it still the same budget?', commandLine: 'budget migrate verify Home "My Budget.zip"' },
  ],
  async run(
    context,
    { workspace: text, file, from, since, type, dates, decimal, spending, account, income },
  ): Promise<MigrateResult> {
    await assertLocal(context, file)
    const workspaces = await context.computer.openLocalWorkspaces()
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
      account,
      ...(income.length > 0 && { income }),
      keepIds: false,
      countsTransactions: true,
    })
    const { category_groups } = await workspaces.open(id).listCategories({})
    const categories = category_groups.flatMap((group) => group.categories)
    checkNames(context, move, { name, accounts, categories })
    const proof = await proveWorkspace(workspaces, id, move.plan)
    const isChanged = proof.differences.some(({ rules }) => rules.length === 0)
    const range = await workspaces.reportSource(id).readDateRange()
    if (isChanged && since === undefined && range) warnOfLaterStart(context, move, toMonth(range.first))
    return buildResult(move, { name, id, proof, ...(isChanged && { next: 'history' }) })
  },
  view: migrateView,
  resultStatus: ({ differences }) => (differences.some(isProblem) ? 'problems-found' : 'done'),
})
