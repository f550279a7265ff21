/** `budget doctor`: checks what could keep budget from working. */

import { defineStandaloneCommand } from '../command/define.ts'
import { checkHealth, doctorView } from '../setup/check-health.ts'

export const doctor = defineStandaloneCommand({
  name: 'doctor',
  summary: 'Check for problems with budget and its files',
  examples: [{ when: 'When something does not work', commandLine: 'budget doctor' }],
  run: checkHealth,
  view: doctorView,
  resultStatus: (checks) => (checks.every(({ ok }) => ok) ? 'done' : 'problems-found'),
})
