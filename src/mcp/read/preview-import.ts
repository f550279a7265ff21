/** `preview_import`: what an import of a file would add, or the question that the user must answer. */

import { UserError } from '../../contract/errors.ts'
import { strictFields, textField } from '../../contract/fields.ts'
import { fieldDescriptions } from '../fields.ts'
import { readLine, toFlags } from '../run-line.ts'
import { type Answer, defineTool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'

export const previewImport = defineTool({
  name: 'preview_import',
  title: 'Preview an import',
  description:
    'What an import of a bank file would add: counts, sums, first rows; or the question that a person must answer. The file must lie in the folder of --folder. A person imports it in the terminal.',
  level: 'read',
  fields: strictFields({ file: textField, account: textField }),
  descriptions: { ...fieldDescriptions, file: 'Its name in that folder' },
  async run({ runner, resolveFile }, { file, account }) {
    const path = await resolveFile?.(file)
    if (path === undefined)
      throw new ToolError('forbidden', 'Files can be read only if budget mcp was started with --folder', {
        field: 'file',
      })
    try {
      const preview = await readLine<Answer>(runner, ['import', '--dry-run', ...toFlags({ account })], [path])
      const { format, first_date, last_date, counts, sums, money, first, mapping, balance_check } = preview
      return {
        file,
        account,
        format,
        first_date,
        last_date,
        counts,
        sums,
        money,
        mapping,
        balance_check,
        rows: first,
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      // Paths stay on this computer.
      const question = [error.message, error.hint].filter(Boolean).join('. ').replaceAll(path, file)
      return { file, account, question, next: 'Ask the person to run the import in the terminal' }
    }
  },
})
