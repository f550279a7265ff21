/** Shows the health checks of `budget doctor`. */

import { defineView, textColumn } from '../output/view.ts'

/** The result of one health check. */
export interface HealthCheck {
  what: string
  ok: boolean
  detail: string
}

/** A list of health checks. */
export const doctorView = defineView<HealthCheck[], HealthCheck>({
  columns: [textColumn('what', 'Check'), textColumn('ok', 'Ok'), textColumn('detail', 'Result')],
})
