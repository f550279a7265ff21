/** `budget migrate`: moves a budget of another program into a new workspace, and compares every figure. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { booleanFlag, repeatable } from '../../command/option-spec.ts'
import { fileOption, monthOption, nameOption, textOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { type MigrateResult, migrateView } from '../../migrate/migrate-view.ts'
import { assertNameFree, buildResult, chooseName, moveIntoNewWorkspace } from '../../migrate/move-in.ts'
import { moveIntoRemote } from '../../migrate/move-into-remote.ts'
import { prepareMove } from '../../migrate/prepare-move.ts'
import { isProblem } from '../../migrate/proof/compare-figures.ts'
import { assertCurrencyCode, sourceFlags, toMoveFlags, typeOption } from '../../migrate/source-flags.ts'
import { offerRestoring } from '../../migrate/update/update-workspace.ts'

export const run = defineStandaloneCommand({
  name: 'migrate run',
  summary: 'Move a budget from another program into a workspace, comparing every figure',
  arguments: {
    file: fileOption('An export from YNAB or Actual, a CSV file, or an archive from budget export all'),
  },
  flags: {
    from: sourceFlags.from,
    name: nameOption("The name of the workspace; the budget's own by default"),
    currency: textOption('The currency if the file does not name one, such as USD', 'CODE'),
    since: monthOption('Start with this month; accounts and categories keep their balances'),
    type: repeatable(typeOption('The type of an account; can be repeated')),
    dates: sourceFlags.dates,
    decimal: sourceFlags.decimal,
    spending: sourceFlags.spending,
    account: sourceFlags.account,
    income: sourceFlags.income,
    keepIds: booleanFlag('Keep the ids of an archive from budget export all'),
    restoreOverspending: booleanFlag('Assign what the program kept overspent in categories'),
    intoRemote: booleanFlag('Move into the empty workspace of a remote profile; it may take many requests'),
  },
  examples: [
    {
      when: 'See what is in a file, without changing anything',
      commandLine: 'budget migrate "My Budget.zip" --dry-run',
    },
    { when: 'Move the budget in', commandLine: 'budget migrate "My Budget.zip" --name Home' },
    {
      when: 'Correct the type of an account',
      commandLine: 'budget migrate budget.zip --type Visa=credit_credit_card',
    },
  ],
  mutates: true,
  hasOwnDryRun: true,
  waitsForRateLimit: true,
  async run(context, input): Promise<MigrateResult> {
    const { file, name, currency, keepIds, restoreOverspending, intoRemote } = input
    if (currency !== undefined) assertCurrencyCode(currency)
    const move = await prepareMove(context, file, {
      ...toMoveFlags(input),
      currency,
      keepIds,
      countsTransactions: context.invocation.isDryRun && !intoRemote,
      ...(!intoRemote && {
        checkName: (inSource) => assertNameFree(context, chooseName(name, inSource)),
      }),
    })
    if (intoRemote && restoreOverspending) throw remoteRestoringError()
    if (intoRemote) return moveIntoRemote(context, move)
    const chosen = chooseName(name, move.name)
    if (context.invocation.isDryRun) return buildResult(move, { name: chosen })
    const moved = await moveIntoNewWorkspace(context, move, chosen)
    return offerRestoring(context, move, { moved, file, isWanted: restoreOverspending })
  },
  view: migrateView,
  resultStatus: ({ differences }) => (differences.some(isProblem) ? 'problems-found' : 'done'),
})

const remoteRestoringError = (): UserError =>
  new UserError('usage', '--restore-overspending does not work with --into-remote', {
    field: 'restoreOverspending',
    hint: 'Move into a workspace on this computer, or assign the amounts afterwards with budget month assign',
  })
