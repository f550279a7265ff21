/** Shows what `budget demo` created. */

import { accountListView } from '../accounts/accounts-view.ts'
import type { Account } from '../contract/operations/accounts.ts'
import { type ImportRunOutput, renderImportReport } from '../import/views/report-view.ts'
import { type MonthReply, monthView } from '../month/month-view.ts'
import type { TextStyle } from '../output/style.ts'
import { createTableRenderer } from '../output/table.ts'
import { defineView, textColumn, type View } from '../output/view.ts'
import { type ShownSchedule, scheduleListView } from '../schedules/schedules-view.ts'

/** What the demo created. */
export interface DemoResult {
  folder: string
  accounts: Account[]
  imports: ImportRunOutput[]
  /** Undefined in a dry run. */
  month?: MonthReply
  /** What is expected; undefined in a dry run. */
  schedules?: ShownSchedule[]
  try: { why: string; type: string }[]
}

const WIDTH = 80

/** Renders a view as a terminal shows it. */
function renderView<Result>(result: Result, view: View<Result>, style: TextStyle): string {
  const rows = view.rows(result).map((row) => row.displayCells())
  return [
    view.renderHeader?.(result, style),
    createTableRenderer(view.columnSpecs, style, true).screen(rows),
    view.renderFooter?.(result, style),
  ].join('')
}

/** The accounts, the imports, the month, and commands to try next. */
export const demoView: View<DemoResult> = {
  ...defineView<DemoResult, DemoResult>({
    columns: [textColumn('folder', 'Folder')],
    fields: () => ['folder', 'accounts', 'imports', 'month', 'schedules', 'try'],
  }),
  isPlainText: true,
  renderText(demo, { width, ...rest }) {
    const { colors } = rest
    const style = { ...rest, width: Math.min(width, WIDTH) }
    const formatTitle = (text: string): string => `\n${colors.bold(colors.green(text))}\n\n`
    return [
      'A sample household in a temporary folder. Your own data is unchanged.\n',
      formatTitle('Accounts'),
      renderView(demo.accounts, accountListView, style),
      formatTitle('Imported bank files'),
      ...demo.imports.map((report) => renderImportReport(report, style)),
      formatTitle('This month'),
      demo.month ? renderView(demo.month, monthView, style) : '',
      ...(demo.schedules
        ? [formatTitle('What is coming'), renderView(demo.schedules, scheduleListView, style)]
        : []),
      formatTitle('Try it'),
      `export BUDGET_DATA_DIR=${demo.folder}\n\n`,
      ...demo.try.map(({ why, type }) => `${colors.dim(`# ${why}`)}\n${type}\n`),
    ].join('')
  },
}
