/** `budget imports resume`: resumes an import that was stopped. */

import { defineCommand } from '../../command/define.ts'
import { optional } from '../../command/option-spec.ts'
import { enumOption } from '../../command/options.ts'
import { importOption } from '../../import/journal/find-import.ts'
import { resumeImport } from '../../import/resume-import.ts'
import { importView, toImportStatus } from '../../import/views/report-view.ts'

export const resume = defineCommand({
  name: 'imports resume',
  summary: 'Resume an import that was stopped',
  arguments: { id: optional(importOption('; by default the only unfinished one')) },
  flags: {
    assume: enumOption('What to assume about requests with an unknown outcome', 'OUTCOME', [
      'done',
      'absent',
    ]),
  },
  examples: [
    { when: 'After an interruption or the rate limit', commandLine: 'budget imports resume' },
    { when: 'Choose one of several', commandLine: 'budget imports resume 3f2a' },
  ],
  mutates: true,
  cannotDraft: 'it continues an import that is half done',
  isAtomic: false,
  hasOwnDryRun: true,
  waitsForRateLimit: true,
  run: resumeImport,
  view: importView,
  resultStatus: (result) => toImportStatus([result]),
})
