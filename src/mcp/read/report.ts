/** `report`: a report with the figures of its command. */

import { closedEnum, optional, strictFields, textField } from '../../contract/fields.ts'
import { fieldDescriptions } from '../fields.ts'
import { readLine, toFlags } from '../run-line.ts'
import { type Answer, defineTool } from '../tool.ts'

/** The reports that need nothing but a period. */
const reportNames = [
  'summary',
  'spending',
  'income',
  'cashflow',
  'networth',
  'budget',
  'trend',
  'merchants',
  'age-of-money',
  'recurring',
] as const

/** The most rows of an answer. */
const MAX_ROWS = 100

/** Ids say nothing beside the names. */
const isIdField = (name: string): boolean => name.endsWith('_id')

export const report = defineTool({
  name: 'report',
  title: 'Report',
  description:
    'A report, with the figures of "budget report NAME --json" and the rule by which it counts. summary takes a month as period.',
  level: 'read',
  fields: strictFields({
    name: closedEnum(reportNames),
    period: optional(textField),
    compare: optional(closedEnum(['previous', 'last-year'])),
    by: optional(closedEnum(['category', 'group', 'merchant', 'account', 'month'])),
  }),
  descriptions: {
    ...fieldDescriptions,
    compare: 'With an earlier period, up to the same day',
    by: 'What a row is; each report takes some of these',
  },
  async run({ runner }, { name, period, ...flags }) {
    const words = ['report', name]
    const result =
      name === 'summary'
        ? await readLine<Answer>(runner, [...words, ...toFlags(flags)], period === undefined ? [] : [period])
        : await readLine<Answer>(runner, [...words, ...toFlags({ period, ...flags })])
    const { columns: _, rows, ...rest } = result
    if (!Array.isArray(rows)) return rest
    const shown = rows.slice(0, MAX_ROWS).map(withoutIds)
    return {
      ...rest,
      rows: shown,
      ...(rows.length > shown.length && { more_rows: rows.length - shown.length }),
    }
  },
})

const withoutIds = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !isIdField(name)))
