/** Shows what restoring a copy of a workspace replaces, and with what. */

import type { FileSummary, Restoration } from '../contract/ports/local-service.ts'
import { oneLine } from './sanitize.ts'
import { sheet, text } from './view.ts'

/** What restoring did, or would do. */
export interface Restored extends Restoration {
  written: boolean
}

const counted = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

const said = ({ accounts, transactions, last_change }: FileSummary): string => {
  const sizes = `${counted(accounts, 'account')}, ${counted(transactions, 'transaction')}`
  return last_change === null ? sizes : `${sizes}, last changed ${last_change}`
}

const presentSaid = ({ present, present_trouble }: Restoration): string =>
  present ? said(present) : (present_trouble ?? '')

/** The two files side by side, for the question and the plan. */
export function aboutRestoring(restoration: Restoration): string {
  const { path, from, copy, same_workspace } = restoration
  const lines = [
    `Now:  ${path}: ${presentSaid(restoration)}`,
    `Copy: ${from}: ${said(copy)}`,
    ...(same_workspace === false ? ['The copy was made of another workspace'] : []),
  ]
  return lines.map(oneLine).join('\n')
}

/** What was replaced by what, and where the old file is kept. */
export const restoreSheet = sheet<Restored, Restored>({
  columns: [
    text('path', 'File'),
    text('from', 'Copy'),
    text('kept_as', 'Old file'),
    text('written', 'Written'),
  ],
  fields: () => [
    'path',
    'from',
    'present',
    'present_trouble',
    'copy',
    'same_workspace',
    'kept_as',
    'written',
  ],
  say: (restored) => {
    const { from, copy, kept_as, written } = restored
    if (!written)
      return `${aboutRestoring(restored)}\nNothing was changed; the copy would take the place of the file\n`
    const kept = kept_as === null ? [] : [`The file that was there is kept as ${kept_as}`]
    return [`The workspace is restored from ${from}: ${said(copy)}`, ...kept]
      .map((line) => `${oneLine(line)}\n`)
      .join('')
  },
})
