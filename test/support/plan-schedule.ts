/** Makes schedules as the service shows them. */

import type { Schedule } from '../../src/contract/operations/schedules.ts'

let created = 0
/** Returns a schedule of the account Checking with one date, unless `more` says otherwise; each is younger than the last. */
export const planSchedule = (
  amount: string | null,
  first_date: string,
  more: Partial<Schedule> = {},
): Schedule => ({
  ...{ id: `schedule-${String(created++).padStart(4, '0')}`, name: 'Any', account_id: 'checking' },
  ...{ account_name: 'Checking', transfer_account_id: null, transfer_account_name: null, merchant_id: null },
  ...{ merchant_name: null, category_id: null, category_name: null, ready_to_assign: false },
  ...{ amount_kind: 'fixed', amount, amount_to: null, expected_amount: amount, splits: null, notes: null },
  ...{ statement_day: null, statement_balance: null },
  ...{ match_text: null, first_date, every: null, days: [], weekend: 'same', until: null, times: null },
  ...{ auto_post: false, paused: false, next_date: first_date, dates: [], created_at: '', updated_at: '' },
  ...more,
})
