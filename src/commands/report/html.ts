/** `budget report html`: writes all reports as one page for a browser. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { readCoverNeed } from '../../month/overspending.ts'
import { periodFlags } from '../../reports/command/report-flags.ts'
import { reportPageView } from '../../reports/page/page.ts'
import { writePage } from '../../reports/write-page.ts'

export const html = defineCommand({
  name: 'report html',
  summary: 'Put the reports of a period on one page for a browser or printer',
  flags: { ...periodFlags, open: booleanFlag('Open the page; without --output it is a temporary file') },
  examples: [
    {
      when: 'A page for one month',
      commandLine: 'budget report html --period 2026-10 --output october.html',
    },
    { when: 'A page for one year', commandLine: 'budget report html --period 2026 --output 2026.html' },
    { when: 'Look at this month', commandLine: 'budget report html --open' },
  ],
  hasSecretOutput: true,
  run: (context, flags) => writePage(context, flags, (month) => readCoverNeed(context, month)),
  view: reportPageView,
})
