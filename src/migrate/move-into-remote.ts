/** Moves a budget into a workspace of a service, which must be empty or have a part of the same budget. */

import type { CommandContext, RemoteProfileWithKey } from '../command/context.ts'
import { isLocalProfile } from '../config/profiles.ts'
import type { BudgetApi } from '../contract/api.ts'
import { UserError } from '../contract/errors.ts'
import type { WorkspaceContent } from '../contract/ports/workspace-content.ts'
import { toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { countRequests } from './fill/count-requests.ts'
import { fillService } from './fill/fill-service.ts'
import type { MigrateResult } from './migrate-view.ts'
import { buildResult } from './move-in.ts'
import type { PreparedMove } from './prepare-move.ts'
import { proveMove } from './proof/prove-move.ts'
import { type FigureSource, readFigures, readServiceMonths } from './read-figures.ts'
import { describeNotTaken, type NotTaken } from './source-budget.ts'

/** How many requests an hour the service of the document takes. */
const REQUESTS_PER_HOUR = 200

/**
 * Asks first, because of the requests; then creates what the service does not have yet, and compares every figure.
 * @throws UserError when the profile is not remote, or the workspace has something else
 */
export async function moveIntoRemote(
  context: CommandContext,
  prepared: PreparedMove,
): Promise<MigrateResult> {
  const remote = await getRemoteProfile(context)
  const move = { ...prepared, plan: { ...prepared.plan, content: keepLiveRows(prepared.plan.content) } }
  const { content, figures } = move.plan
  const of = countRequests(content, figures)
  const reportedMove = {
    ...move,
    plan: { ...move.plan, notTaken: [...move.plan.notTaken, ...listUnsupported(move)] },
  }
  if (context.invocation.isDryRun)
    return buildResult(reportedMove, { name: remote.workspace_id, requests: of })
  await context.user.requireConfirmation(`Move it into the workspace ${remote.workspace_id}?`, async () =>
    describePrice(of),
  )
  let done = 0
  try {
    return await context.computer.withRemoteApi(remote, async (api) => {
      await assertSameCurrency(api, content.currency, toMonth(context.invocation.today))
      const reportWrite = (): void => context.user.reportProgress({ done: ++done, of, what: 'requests' })
      await fillService({ api, content, reportWrite })
      const decimals = getCurrencyDecimals(content.currency)
      const source: FigureSource = { api, readMonths: (months) => readServiceMonths(api, months, decimals) }
      const proof = proveMove(move.plan, await readFigures(source, content, figures))
      return buildResult(reportedMove, {
        name: remote.workspace_id,
        id: remote.workspace_id,
        proof,
        next: 'status',
      })
    })
  } catch (error) {
    if (done > 0)
      context.user.warn(
        `Part of the budget is in the workspace: ${done} of about ${of} requests were done. The same command continues where it stopped`,
      )
    throw error
  }
}

async function getRemoteProfile({ computer: { settings } }: CommandContext): Promise<RemoteProfileWithKey> {
  const config = await settings()
  const { name, profile } = config.selectProfile()
  if (isLocalProfile(profile))
    throw new UserError('usage', `The profile ${name} is not remote`, {
      field: 'intoRemote',
      hint: 'Use --profile with a remote profile, or leave out --into-remote',
    })
  const stored = config.resolveKey(profile)
  if (stored) return { ...profile, key: stored.key }
  throw new UserError('no_key', `No API key stored for the profile ${name}`, {
    hint: 'Run budget auth login',
  })
}

async function assertSameCurrency(api: BudgetApi, currency: string, month: string): Promise<void> {
  const reply = await api.getMonth({ month })
  if (reply.currency === currency) return
  throw new UserError('conflict', `The workspace is in ${reply.currency}, but the budget is in ${currency}`, {
    hint: 'Use a workspace in the same currency',
  })
}

const describePrice = (requests: number): string =>
  `It takes about ${requests} requests${
    requests > REQUESTS_PER_HOUR
      ? `: about ${Math.ceil(requests / REQUESTS_PER_HOUR)} hours at ${REQUESTS_PER_HOUR} an hour. You can stop it at any time; the same command continues`
      : ''
  }`

/** Lists what the API does not support. */
function listUnsupported({ plan: { content } }: PreparedMove): NotTaken[] {
  let reconciled = 0
  for (const { status } of content.transactions) if (status === 'reconciled') reconciled++
  return describeNotTaken([
    ['targets', content.targets.length, 'the API has no targets'],
    ['rules', content.rules.length, 'the API has no rules'],
    ['schedules', content.schedules.length, 'add them with budget schedules add'],
    [
      'reconciled transactions',
      reconciled,
      'they become cleared, because the API reconciles only whole accounts',
    ],
  ])
}

const isLive = ({ deleted }: { deleted: boolean }): boolean => !deleted

/** Returns the content without deleted rows. Its transactions are read, and can be read again. */
const keepLiveRows = (content: WorkspaceContent): WorkspaceContent => ({
  ...content,
  accounts: content.accounts.filter(isLive),
  categories: content.categories.filter(isLive),
  merchants: content.merchants.filter(isLive),
  transactions: [...content.transactions].filter(isLive),
})
