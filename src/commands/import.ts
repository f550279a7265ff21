/** `budget import`: imports bank files into accounts. */

import { defineCommand } from '../command/define.ts'
import { oneOrMore } from '../command/option-spec.ts'
import { fileOption } from '../command/options.ts'
import { CATCHUP_LABEL } from '../history/select-entry.ts'
import { importFlags, importFromFlags } from '../import/import-from-flags.ts'
import { importView, toImportStatus } from '../import/views/report-view.ts'

export const importFiles = defineCommand({
  name: 'import',
  summary: 'Import bank files into an account',
  arguments: {
    files: oneOrMore(fileOption('Files from the bank (CSV, OFX, QFX, QIF, CAMT.053, MT940)')),
  },
  flags: importFlags,
  examples: [
    {
      when: 'Show what would be imported',
      commandLine: 'budget import export.csv --account Checking --dry-run',
    },
    { when: 'Import it', commandLine: 'budget import export.csv --account Checking --accept' },
    {
      when: 'Choose the columns yourself',
      commandLine:
        'budget import export.csv --account Checking --map date=1,amount=4,payee=2 --date-order dmy',
    },
  ],
  mutates: true,
  isAtomic: false,
  hasOwnDryRun: true,
  waitsForRateLimit: true,
  formatLabel: ({ files, account, catchup }) =>
    account &&
    `import ${files.map((path) => path.replace(/^.*[/\\]/, '')).join(' ')} → ${account.name}${catchup ? CATCHUP_LABEL : ''}`,
  run: importFromFlags,
  view: importView,
  resultStatus: (result) => toImportStatus(Array.isArray(result) ? result : [result]),
})
