/** Finds the address of the database, which may contain a password; no error shows it. */

import { UserError } from '../contract/errors.ts'
import type { Environment } from './directories.ts'

/**
 * Returns the address of the database.
 * @param file its content and name, when the user named a file; else BUDGET_DATABASE_URL counts
 * @throws UserError when there is none, or it is no address of PostgreSQL
 */
export function findDatabaseAddress(env: Environment, file?: { name: string; content: string }): string {
  const address = (file ? file.content : env['BUDGET_DATABASE_URL'])?.trim()
  const source = file ? `"${file.name}"` : 'BUDGET_DATABASE_URL'
  if (!address)
    throw new UserError('usage', `${source} has no address of a database`, {
      hint: 'Set BUDGET_DATABASE_URL to postgres://USER@HOST/NAME, or use --database-file FILE',
    })
  if (!/^postgres(?:ql)?:\/\/[^/\s]+\/[^/\s]+$/.test(address))
    throw new UserError('invalid', `${source} is not the address of a database`, {
      hint: 'It has the form postgres://USER@HOST/NAME; several hosts are separated by commas',
    })
  return address
}
