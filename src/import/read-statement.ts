/** A file becomes a statement: its content, never its name, tells which reader understands it. */ // import.md §9

import { Mistake } from '../contract/errors.ts'
import { type Form, formOfTable, readTable } from './csv/csv-statement.ts'
import { camt } from './formats/camt.ts'
import { mt940 } from './formats/mt940.ts'
import { ofx } from './formats/ofx.ts'
import { qif } from './formats/qif.ts'
import { readFormatted } from './formats/read-structured.ts'
import type { Format } from './formats/statement-format.ts'
import type { FileFacts } from './infer/cell-dates.ts'
import { type Choices, Question } from './model/read-options.ts'
import type { Statement } from './model/statement.ts'
import { decode } from './text/decode.ts'
import { formatOf } from './text/detect-format.ts'

const formats: Readonly<Record<Format['name'], Format>> = { OFX: ofx, QIF: qif, CAMT: camt, MT940: mt940 }

/** What a file is known by before it is understood. Throws a Mistake when it is no statement at all. */
export function formOf(bytes: Uint8Array, choices: Choices): Form {
  const source = decode(bytes, choices)
  const name = formatOf(source.blocks())
  return name === 'CSV' ? formOfTable(source, choices) : { fingerprint: name, header: undefined }
}

/** Understands a bank's file or throws a Mistake with the open question, and with those that its answers lead to. */
export function readStatement(
  bytes: Uint8Array,
  choices: Choices,
  currency: string,
  facts: FileFacts = {},
): Statement {
  const read = (given: Choices) => readOnce(bytes, given, { currency, facts })
  const openQuestion = (given: Choices): Question | undefined => {
    try {
      read(given)
      return undefined
    } catch (error) {
      if (error instanceof Question) return withNext(error, given)
      if (error instanceof Mistake) return undefined
      throw error
    }
  }
  const withNext = (error: Question, given: Choices): Question =>
    error.followedBy((answer) => openQuestion({ ...given, ...answer }))
  try {
    return read(choices)
  } catch (error) {
    throw error instanceof Question ? withNext(error, choices) : error
  }
}

function readOnce(
  bytes: Uint8Array,
  choices: Choices,
  { currency, facts }: { currency: string; facts: FileFacts },
): Statement {
  const source = decode(bytes, choices)
  const name = formatOf(source.blocks())
  const { find } = facts
  if (name !== 'CSV') return readFormatted(source, formats[name], { choices, currency, find })
  return readTable(source, choices, currency, facts)
}
