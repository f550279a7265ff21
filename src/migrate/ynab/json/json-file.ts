/** Finds the file among others that holds a budget of the YNAB API. */

import { UserError } from '../../../contract/errors.ts'
import { decodeFileStart } from '../../../tables/records/csv-records.ts'
import type { SourceFile } from '../../../tables/source-file.ts'

const REPLY = /^\s*\{\s*"(?:data|budget|plan)"\s*:\s*\{/
// A tool that sorts the fields writes the accounts or the categories first.
const BUDGET_FIELDS =
  /^\s*\{[^]*"(?:date_format|currency_format|last_modified_on|on_budget|transfer_payee_id|category_group_id)"\s*:/

/** True if a file begins as a budget of the YNAB API does. */
export function isJsonBudget(file: SourceFile): boolean {
  const text = decodeFileStart(file)
  return REPLY.test(text) || BUDGET_FIELDS.test(text)
}

/**
 * Returns the file with the budget; a single file is it in any case.
 * @throws UserError if there is none, or if there are several
 */
export function findJsonBudget(files: readonly SourceFile[]): SourceFile {
  const found = files.length === 1 ? files : files.filter(isJsonBudget)
  const [file] = found
  if (file && found.length === 1) return file
  const names = found.map(({ path }) => path).join(', ')
  throw new UserError(
    'invalid',
    file ? `There are ${found.length} budgets: ${names}` : 'No file is a budget from the YNAB API',
    { hint: 'Use one file: the saved response of GET /budgets/{budget_id}' },
  )
}
