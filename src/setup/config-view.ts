/** Shows the settings of the user and the directories of the program. */

import { sanitizeLine } from '../output/sanitize.ts'
import { definePlainTextView, defineView, textColumn } from '../output/view.ts'

/** A setting with its value; null when it is not set. */
export interface SettingValue {
  name: string
  value: string | null
}

const settingColumns = [textColumn('name', 'Setting'), textColumn('value', 'Value')]
/** A list of settings. */
export const settingListView = defineView<SettingValue[], SettingValue>({ columns: settingColumns })
/** One setting. */
export const settingView = defineView<SettingValue, SettingValue>({ columns: settingColumns })

/** The value alone, for use in a shell. */
export const settingValueView = definePlainTextView<SettingValue>(
  ({ value }) => (value === null ? '' : `${sanitizeLine(value)}\n`),
  ['name', 'value'],
)

/** The directories, one per line. */
export const directoryListView = defineView<
  { name: string; path: string | null }[],
  { name: string; path: string | null }
>({
  columns: [textColumn('name', 'Directory'), textColumn('path', 'Path')],
})
