/** Runs frequent statements by their names, under which a connection keeps what the database understood of them. */

import type { Parameter, Session, Statement } from './statements.ts'

/** A proxy lends connections for one transaction: names are unknown there, or were given by another client. */
const FOREIGN_NAME_STATES = ['26000', '42P05']

/**
 * Returns what runs a statement by its name, until a connection turns out not to keep names.
 * @param getSqlState returns the SQLSTATE of a refusal
 */
export function createNamedRunner(getSqlState: (error: unknown) => string | undefined) {
  let keepsNames = true
  return async <Row>(
    connection: Session,
    statement: Statement<Row>,
    values: readonly Parameter[],
  ): Promise<Row[]> => {
    const { text, name } = statement
    if (name === undefined || !keepsNames) return connection.run({ text }, values)
    try {
      return await connection.run(statement, values)
    } catch (error) {
      // The statement was not run.
      if (!FOREIGN_NAME_STATES.includes(getSqlState(error) ?? '')) throw error
      keepsNames = false
      return connection.run({ text }, values)
    }
  }
}
