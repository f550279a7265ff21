/** How layouts of bank files are shown. */

import { json } from './json.ts'
import { oneLine } from './sanitize.ts'
import { type Column, type Sheet, sheet, text } from './view.ts'

/** How files of a kind are read. */
export interface ShownLayout {
  name: string
  path: string
  fingerprint: string
  header: readonly string[] | null
  choices: object
  accounts: readonly string[]
  file_accounts?: Readonly<Record<string, readonly string[]>>
  rules: readonly object[]
}

const number = (field: 'accounts' | 'rules', heading: string): Column<ShownLayout> => ({
  field,
  heading,
  kind: 'count',
  value: (layout) => layout[field].length,
})

const columns: readonly Column<ShownLayout>[] = [
  text('name', 'Layout'),
  number('accounts', 'Accounts'),
  number('rules', 'Rules'),
  text('path', 'File'),
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

/** Layouts one under the other. */
export const layoutList = sheet<ShownLayout[], ShownLayout>({
  columns,
  fields,
  empty: 'No layouts yet; one comes with the first import of its kind',
})

/** One layout, as its file has it. */
export const layoutCard: Sheet<ShownLayout> = sheet<ShownLayout, ShownLayout>({
  columns,
  fields,
  prose: true,
  verbatim: true,
  say: (layout) => `${json(layout)}\n`,
})

/** One line about a layout that was changed. */
export const layoutChange = (said: string): Sheet<Pick<ShownLayout, 'name' | 'path'>> => ({
  ...sheet<Pick<ShownLayout, 'name' | 'path'>, Pick<ShownLayout, 'name' | 'path'>>({
    columns: [text('name', 'Layout'), text('path', 'File')],
  }),
  say: ({ name }) => `${oneLine(`${said} ${name}`)}\n`,
})
