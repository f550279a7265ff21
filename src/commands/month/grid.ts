import { command, maybe, usually } from '../../command/define.ts'
import { group, month, oneOf, wholeNumber } from '../../command/options.ts'
import { addMonths, monthOf } from '../../money/calendar.ts'
import { figureAsked, type Grid, monthGrid } from '../../render/month-grid.ts'

export const grid = command({
  name: 'month grid',
  summary: 'Show several months side by side',
  arguments: { month: maybe(month('The last of them; this one when left out')) },
  flags: {
    months: usually(wholeNumber('How many', 1, 36), '6'),
    figure: oneOf('What is shown of each (activity when left out; TSV and CSV then have all)', 'FIGURE', [
      'assigned',
      'activity',
      'available',
    ]),
    group: group('Only the categories of this group'),
  },
  examples: [
    { when: 'Where the money went in the last half year', type: 'budget month grid' },
    { when: 'What is planned', type: 'budget month grid +2 --months 3 --figure assigned' },
    { when: 'A year, for a spreadsheet', type: 'budget month grid --months 12 --format csv' },
  ],
  async run({ api, today }, { month: last = monthOf(today), months: count, figure, group }): Promise<Grid> {
    const months: Grid['months'] = []
    for (let before = count - 1; before >= 0; before--) {
      const { month } = await api.getMonth({ month: addMonths(last, -before) })
      const category_groups = month.category_groups.filter(({ id }) => group === undefined || id === group.id)
      months.push({ ...month, category_groups })
    }
    return figureAsked({ figure: figure ?? 'activity', months }, figure !== undefined)
  },
  show: monthGrid,
})
