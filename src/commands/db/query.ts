/** `budget db query`: answers a question in SQL. */

import { defineLocalCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { createQueryView, queryView, toQueryRows } from '../../setup/db-view.ts'

export const query = defineLocalCommand({
  name: 'db query',
  summary: 'Run a SELECT; budget help query lists the views',
  arguments: { sql: textOption('The SELECT statement', 'SQL') },
  examples: [
    {
      when: 'What each category cost in a year',
      commandLine:
        'budget db query "SELECT category, money(sum(amount)) FROM lines WHERE date LIKE \'2026-%\' GROUP BY 1"',
    },
  ],
  run: ({ workspace: { admin } }, { sql }) => toQueryRows(admin.query(sql)),
  view: queryView,
  createView: createQueryView,
})
