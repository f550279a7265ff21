/** How the demo introduces itself. */

import type { Account } from '../contract/operations/accounts.ts'
import { accountList } from './accounts.ts'
import { reportText, type ShownReport } from './import-report.ts'
import { type MonthReply, monthSheet } from './month.ts'
import type { Look } from './style.ts'
import { openTable } from './table.ts'
import { type Sheet, sheet, text } from './view.ts'

/** What the demo made, and where. */
export interface Demo {
  folder: string
  accounts: Account[]
  imports: ShownReport[]
  /** Left out by a dry run, which shows a plan instead. */
  month?: MonthReply
  try: { why: string; type: string }[]
}

const WIDTH = 80

/** A sheet as the terminal would show it. */
function drawn<Result>(result: Result, shown: Sheet<Result>, look: Look): string {
  const rows = shown.rows(result).map((row) => row.drawn())
  return [
    shown.above?.(result, look),
    openTable(shown.heads, look, true).screen(rows),
    shown.below?.(result, look),
  ].join('')
}

/** The accounts, the imports, the month, and what to try next. */
export const demoSheet: Sheet<Demo> = {
  ...sheet<Demo, Demo>({
    columns: [text('folder', 'Folder')],
    fields: () => ['folder', 'accounts', 'imports', 'month', 'try'],
  }),
  prose: true,
  say(demo, { width, paint }) {
    const look = { paint, width: Math.min(width, WIDTH) }
    const title = (words: string): string => `\n${paint.bold(paint.green(words))}\n\n`
    return [
      'A sample household, in a folder of its own. Nothing of yours was touched.\n',
      title('Accounts'),
      drawn(demo.accounts, accountList, look),
      title("Three banks' files were imported"),
      ...demo.imports.map((report) => reportText(report, look)),
      title('This is where the month stands'),
      demo.month ? drawn(demo.month, monthSheet, look) : '',
      title('Now try it'),
      `export BUDGET_DATA_DIR=${demo.folder}\n\n`,
      ...demo.try.map(({ why, type }) => `${paint.dim(`# ${why}`)}\n${type}\n`),
    ].join('')
  },
}
