/** How the state of things is shown: the hour, the budget at a glance, and the health of the installation. */

import type { Quota } from '../contract/ports/rate-limit.ts'
import { isZero } from '../money/decimal.ts'
import { grouped, money } from './format-amount.ts'
import { oneLine } from './sanitize.ts'
import { count, type Sheet, sheet, text } from './view.ts'

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
export const quotaReport = (profile: string, quota: Quota): QuotaReport => ({
  profile,
  limit: quota.limit,
  used: quota.used,
  left: quota.left,
  resets_at: instant(quota.resets_at),
  blocked_until: instant(quota.blocked_until),
})

const instant = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

export const quotaSheet: Sheet<QuotaReport> = {
  ...sheet<QuotaReport, QuotaReport>({
    columns: [
      text('profile', 'Profile'),
      text('limit', 'Limit'),
      text('used', 'Used'),
      text('left', 'Left'),
      text('resets_at', 'Resets at'),
      text('blocked_until', 'Blocked until'),
    ],
  }),
  say: ({ profile, limit, used, left, resets_at }) => {
    if (limit === null) return `${oneLine(profile)} is on this machine: nobody counts requests\n`
    const until = resets_at === null ? 'in the last 60 minutes' : `until ${resets_at}`
    return `${oneLine(`${used} of ${limit} requests used ${until}; about ${left} left`)}\n`
  },
}

/** The budget at a glance. */
export interface Standing {
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

export const standingSheet: Sheet<Standing> = {
  ...sheet<Standing, Standing>({
    columns: [
      text('profile', 'Profile'),
      text('month', 'Month'),
      text('currency', 'Currency'),
      text('ready_to_assign', 'Ready to Assign'),
      text('total_overspent', 'Overspent'),
      text('on_budget', 'On budget'),
      text('off_budget', 'Off budget'),
      count('needs_review', 'To review'),
      text('needs_review_more', 'And more'),
    ],
  }),
  say: (standing, { paint }) => {
    const { currency, month, needs_review, needs_review_more } = standing
    const lines = [
      `${paint.bold(month)}   ${oneLine(standing.profile)}`,
      `Ready to Assign  ${money(standing.ready_to_assign, paint)} ${currency}`,
      `On budget        ${money(standing.on_budget, paint)} ${currency}`,
      ...(isZero(standing.off_budget)
        ? []
        : [`Off budget       ${money(standing.off_budget, paint)} ${currency}`]),
      ...(isZero(standing.total_overspent)
        ? []
        : [`Overspent        ${paint.red(grouped(standing.total_overspent))} ${currency}`]),
      `To review        ${needs_review}${needs_review_more ? ' and more' : ''}`,
    ]
    return lines.map((line) => `${line}\n`).join('')
  },
}

/** One thing that was looked at. */
export interface Finding {
  what: string
  ok: boolean
  detail: string
}

export const doctorSheet = sheet<Finding[], Finding>({
  columns: [text('what', 'What'), text('ok', 'Ok'), text('detail', 'Found')],
})

/** What a first set-up made. */
export interface Beginning {
  workspace_id: string
  name: string
  currency: string
  groups: string[]
  categories: string[]
  written: boolean
}

export const beginning: Sheet<Beginning> = {
  ...sheet<Beginning, { name: string }>({
    columns: [text('name', 'Made')],
    rows: ({ groups, categories, name }) => [name, ...groups, ...categories].map((name) => ({ name })),
    fields: () => ['workspace_id', 'name', 'currency', 'groups', 'categories', 'written'],
  }),
  say: ({ name, currency, categories, written }) =>
    written
      ? `${oneLine(name)} is ready, in ${currency}, with ${categories.length} categories\nNext: budget accounts add Checking --type banking_checking --balance 1000\n`
      : `Would make ${oneLine(name)} in ${currency} with ${categories.length} categories\n`,
}
