/** How the state of things is shown: the hour, the budget at a glance, and the health of the installation. */

import type { Quota } from '../contract/ports/rate-limit.ts'
import { isZero } from '../money/decimal.ts'
import { formatColoredAmount, groupThousands } from './format-amount.ts'
import { sanitizeLine } from './sanitize.ts'
import { countColumn, defineView, textColumn, type View } from './view.ts'

/** The hour of a profile's key; a workspace of this machine has none. */
export interface QuotaReport {
  profile: string
  limit: number | null
  used: number | null
  left: number | null
  resets_at: string | null
  blocked_until: string | null
}

/** A quota with its moments as the API writes moments. */
export const toQuotaReport = (profile: string, quota: Quota): QuotaReport => ({
  profile,
  limit: quota.limit,
  used: quota.used,
  left: quota.left,
  resets_at: toIsoTime(quota.resets_at),
  blocked_until: toIsoTime(quota.blocked_until),
})

const toIsoTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

export const quotaView: View<QuotaReport> = {
  ...defineView<QuotaReport, QuotaReport>({
    columns: [
      textColumn('profile', 'Profile'),
      textColumn('limit', 'Limit'),
      textColumn('used', 'Used'),
      textColumn('left', 'Left'),
      textColumn('resets_at', 'Resets at'),
      textColumn('blocked_until', 'Blocked until'),
    ],
  }),
  renderText: ({ profile, limit, used, left, resets_at }) => {
    if (limit === null) return `${sanitizeLine(profile)} is on this machine: nobody counts requests\n`
    const until = resets_at === null ? 'in the last 60 minutes' : `until ${resets_at}`
    return `${sanitizeLine(`${used} of ${limit} requests used ${until}; about ${left} left`)}\n`
  },
}

/** The budget at a glance. */
export interface BudgetStatus {
  profile: string
  month: string
  currency: string
  ready_to_assign: string
  total_overspent: string
  on_budget: string
  off_budget: string
  needs_review: number
  /** There are more than were counted. */
  needs_review_more: boolean
}

export const statusView: View<BudgetStatus> = {
  ...defineView<BudgetStatus, BudgetStatus>({
    columns: [
      textColumn('profile', 'Profile'),
      textColumn('month', 'Month'),
      textColumn('currency', 'Currency'),
      textColumn('ready_to_assign', 'Ready to Assign'),
      textColumn('total_overspent', 'Overspent'),
      textColumn('on_budget', 'On budget'),
      textColumn('off_budget', 'Off budget'),
      countColumn('needs_review', 'To review'),
      textColumn('needs_review_more', 'And more'),
    ],
  }),
  renderText: (standing, { paint }) => {
    const { currency, month, needs_review, needs_review_more } = standing
    const lines = [
      `${paint.bold(month)}   ${sanitizeLine(standing.profile)}`,
      `Ready to Assign  ${formatColoredAmount(standing.ready_to_assign, paint)} ${currency}`,
      `On budget        ${formatColoredAmount(standing.on_budget, paint)} ${currency}`,
      ...(isZero(standing.off_budget)
        ? []
        : [`Off budget       ${formatColoredAmount(standing.off_budget, paint)} ${currency}`]),
      ...(isZero(standing.total_overspent)
        ? []
        : [`Overspent        ${paint.red(groupThousands(standing.total_overspent))} ${currency}`]),
      `To review        ${needs_review}${needs_review_more ? ' and more' : ''}`,
    ]
    return lines.map((line) => `${line}\n`).join('')
  },
}

/** One thing that was looked at. */
export interface HealthCheck {
  what: string
  ok: boolean
  detail: string
}

export const doctorView = defineView<HealthCheck[], HealthCheck>({
  columns: [textColumn('what', 'What'), textColumn('ok', 'Ok'), textColumn('detail', 'Found')],
})

/** What a first set-up made. */
export interface InitResult {
  workspace_id: string
  name: string
  currency: string
  groups: string[]
  categories: string[]
  written: boolean
}

export const initView: View<InitResult> = {
  ...defineView<InitResult, { name: string }>({
    columns: [textColumn('name', 'Made')],
    rows: ({ groups, categories, name }) => [name, ...groups, ...categories].map((name) => ({ name })),
    fields: () => ['workspace_id', 'name', 'currency', 'groups', 'categories', 'written'],
  }),
  renderText: ({ name, currency, categories, written }) =>
    written
      ? `${sanitizeLine(name)} is ready, in ${currency}, with ${categories.length} categories\nNext: budget accounts add Checking --type banking_checking --balance 1000\n`
      : `Would make ${sanitizeLine(name)} in ${currency} with ${categories.length} categories\n`,
}
