/** Shows saved layouts of bank files. */

import { formatJson } from '../../output/json.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import { type Column, defineView, textColumn, type View } from '../../output/view.ts'

/** A layout: how files of one kind are read. */
export interface LayoutOutput {
  name: string
  path: string
  fingerprint: string
  header: readonly string[] | null
  choices: object
  accounts: readonly string[]
  file_accounts?: Readonly<Record<string, readonly string[]>>
  rules: readonly object[]
}

const createLengthColumn = (field: 'accounts' | 'rules', heading: string): Column<LayoutOutput> => ({
  field,
  heading,
  kind: 'count',
  getValue: (layout) => layout[field].length,
})

const columns: readonly Column<LayoutOutput>[] = [
  textColumn('name', 'Layout'),
  createLengthColumn('accounts', 'Accounts'),
  createLengthColumn('rules', 'Rules'),
  textColumn('path', 'File'),
]
const fields = () => [
  'name',
  'path',
  'fingerprint',
  'header',
  'choices',
  'accounts',
  'file_accounts',
  'rules',
]

/** A list of layouts. */
export const layoutListView = defineView<LayoutOutput[], LayoutOutput>({
  columns,
  fields,
  emptyMessage: 'No layouts yet; the first import of a file saves one',
})

/** One layout, as its file contains it. */
export const layoutView: View<LayoutOutput> = defineView<LayoutOutput, LayoutOutput>({
  columns,
  fields,
  isPlainText: true,
  isVerbatim: true,
  renderText: (layout) => `${formatJson(layout)}\n`,
})

/** Returns a view of one line about a changed layout. */
export const defineLayoutChangeView = (describe: string): View<Pick<LayoutOutput, 'name' | 'path'>> => ({
  ...defineView<Pick<LayoutOutput, 'name' | 'path'>, Pick<LayoutOutput, 'name' | 'path'>>({
    columns: [textColumn('name', 'Layout'), textColumn('path', 'File')],
  }),
  renderText: ({ name }) => `${sanitizeLine(`${describe} ${name}`)}\n`,
})
