/** Shows the health checks of `budget doctor`. */

import { defineView, textColumn } from './view.ts'

/** One thing that was looked at. */
export interface HealthCheck {
  what: string
  ok: boolean
  detail: string
}

export const doctorView = defineView<HealthCheck[], HealthCheck>({
  columns: [textColumn('what', 'What'), textColumn('ok', 'Ok'), textColumn('detail', 'Found')],
})
