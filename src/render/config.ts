/** Shows the settings of the user and the directories of the program. */

import { sanitizeLine } from './sanitize.ts'
import { definePlainTextView, defineView, textColumn } from './view.ts'

/** A setting with its value; null when it is not set. */
export interface SettingValue {
  name: string
  value: string | null
}

const settingColumns = [textColumn('name', 'Setting'), textColumn('value', 'Value')]
export const settingListView = defineView<SettingValue[], SettingValue>({ columns: settingColumns })
export const settingView = defineView<SettingValue, SettingValue>({ columns: settingColumns })

/** The value alone, so that a shell can use it. */
export const settingValueView = definePlainTextView<SettingValue>(
  ({ value }) => (value === null ? '' : `${sanitizeLine(value)}\n`),
  ['name', 'value'],
)

/** The directories, a line each. */
export const directoryListView = defineView<
  { name: string; path: string | null }[],
  { name: string; path: string | null }
>({
  columns: [textColumn('name', 'Directory'), textColumn('path', 'Path')],
})
