/**
 * Reads a bank file into a Statement; its content, never its name, decides the format.
 * @see docs/import.md#1-pipeline-and-invariants
 * @see docs/import.md#9-formats-besides-csv
 */

import { UserError } from '../contract/errors.ts'
import { AmbiguityError } from '../tables/ambiguity-error.ts'
import type { FileContext } from '../tables/columns/cell-dates.ts'
import { type ReadOptions } from '../tables/read-options.ts'
import { decodeFile } from '../tables/text/decode-file.ts'
import { detectFormat } from '../tables/text/detect-format.ts'
import { camt } from './formats/camt.ts'
import { mt940 } from './formats/mt940.ts'
import { ofx } from './formats/ofx.ts'
import { qif } from './formats/qif.ts'
import { readStructuredStatement } from './formats/read-structured.ts'
import type { StatementFormat } from './formats/statement-format.ts'
import type { Statement } from './model/statement.ts'
import { detectTableSignature, type FileSignature, readCsvStatement } from './rows/csv-statement.ts'

const structuredFormats: Readonly<Record<StatementFormat['name'], StatementFormat>> = {
  OFX: ofx,
  QIF: qif,
  CAMT: camt,
  MT940: mt940,
}

/**
 * Returns the signature by which saved layouts recognize a file.
 * @throws UserError if the file is no statement
 */
export function detectFileSignature(bytes: Uint8Array, options: ReadOptions): FileSignature {
  const source = decodeFile(bytes, options)
  const name = detectFormat(source.blocks())
  return name === 'CSV' ? detectTableSignature(source, options) : { fingerprint: name, header: undefined }
}

/**
 * Returns the statement of a bank file.
 * @throws AmbiguityError if the file leaves something open, including the follow-up questions
 */
export function readStatement(
  bytes: Uint8Array,
  options: ReadOptions,
  currency: string,
  facts: FileContext = {},
): Statement {
  const read = (userOptions: ReadOptions) => readStatementOnce(bytes, userOptions, { currency, facts })
  const openQuestion = (userOptions: ReadOptions): AmbiguityError | undefined => {
    try {
      read(userOptions)
      return undefined
    } catch (error) {
      if (error instanceof AmbiguityError) return withNext(error, userOptions)
      if (error instanceof UserError) return undefined
      throw error
    }
  }
  const withNext = (error: AmbiguityError, userOptions: ReadOptions): AmbiguityError =>
    error.withFollowUps((answer) => openQuestion({ ...userOptions, ...answer }))
  try {
    return read(options)
  } catch (error) {
    throw error instanceof AmbiguityError ? withNext(error, options) : error
  }
}

function readStatementOnce(
  bytes: Uint8Array,
  options: ReadOptions,
  { currency, facts }: { currency: string; facts: FileContext },
): Statement {
  const source = decodeFile(bytes, options)
  const name = detectFormat(source.blocks())
  const { find } = facts
  if (name !== 'CSV')
    return readStructuredStatement(source, structuredFormats[name], { options, currency, find })
  return readCsvStatement(source, options, currency, facts)
}
