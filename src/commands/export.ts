/** `budget export`: writes the workspace in the format of another program. */

import { defineCommand } from '../command/define.ts'
import { booleanFlag, optional, repeatable } from '../command/option-spec.ts'
import { accountOption, dateOption, enumOption, periodOption } from '../command/options.ts'
import { listExportFormats } from '../export/export-formats.ts'
import { exportView } from '../export/export-view.ts'
import { selectExport } from '../export/select-export.ts'

export const exportWorkspace = defineCommand({
  name: 'export',
  summary: 'Export for hledger, ledger, beancount or a spreadsheet, or as an archive',
  arguments: {
    what: optional(enumOption('all: an archive of everything', 'WHAT', ['all'])),
  },
  flags: {
    to: enumOption('The format; the extension of --output sets it too', 'FORMAT', listExportFormats()),
    since: dateOption('From this date on'),
    until: dateOption('Up to this date'),
    period: periodOption('Only this period'),
    account: repeatable(accountOption('Only this account; can be repeated')),
    envelopes: booleanFlag('Include the envelopes: what each one holds, by month'),
  },
  examples: [
    { when: 'A journal for hledger', commandLine: 'budget export -o home.journal' },
    {
      when: 'With the envelopes: hledger -f home.journal bal budget',
      commandLine: 'budget export --envelopes -o home.journal',
    },
    { when: 'A year for a spreadsheet', commandLine: 'budget export --period 2026 -o 2026.csv' },
    { when: 'What is planned, for a calendar', commandLine: 'budget export -o bills.ics' },
    { when: 'Everything, to keep or to move', commandLine: 'budget export all -o home.tar' },
  ],
  hasSecretOutput: true,
  waitsForRateLimit: true,
  run: async (context, input) => ({ chunks: await selectExport(context, input) }),
  view: exportView,
})
