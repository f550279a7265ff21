/** Reads which columns a person names for which field. */ // import.md §4

import { type FieldName, fieldNames, type Mapping, type Question, question } from '../model/read-options.ts'

const isFieldName = (name: string): name is FieldName => (fieldNames as readonly string[]).includes(name)
const several = new Set<FieldName>(['payee', 'payer', 'notes', 'details'])

/** The columns of a file, for a person to choose from. */
interface Columns {
  header: readonly string[] | undefined
  width: number
}

/** The mapping a person wrote; `header` is undefined for a file without one. Throws a Mistake about the first slip. */
export function parseMap(map: string, header: readonly string[] | undefined, width: number): Mapping {
  const columns = { header, width }
  const mapping: Partial<Record<FieldName, number[]>> = {}
  for (const part of map.split(',')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    if (!isFieldName(name)) {
      throw question(
        `"${part.trim()}" names no field`,
        `--map takes ${fieldNames.join(', ')}, as in --map date=1,amount=3\n${listColumns(columns)}`,
      )
    }
    const written = part.slice(at + 1)
    const isOne = !several.has(name) || columnOf(written, columns) !== undefined
    mapping[name] = (isOne ? [written] : written.split('+')).map((one) =>
      neededColumn(name, one.trim(), columns),
    )
  }
  if (!mapping.date) throw missingField('date', `as in --map date=1,${map}`, columns)
  if (!mapping.amount && !mapping.in && !mapping.out)
    throw missingField('amount', `as in --map ${map},amount=3, or in=3,out=4 instead`, columns)
  return mapping
}

const missingField = (field: string, example: string, columns: Columns): Question =>
  question(
    `The mapping names no ${field} column`,
    `Name it by its number, ${example}\n${listColumns(columns)}`,
  )

const listColumns = ({ header, width }: Columns): string =>
  `The columns are ${header?.map((cell, at) => `${at + 1} "${cell}"`).join(', ') ?? `1 to ${width}`}`

function neededColumn(field: FieldName, name: string, columns: Columns): number {
  const column = columnOf(name, columns)
  if (column !== undefined) return column
  throw question(`No column "${name}" for ${field}`, listColumns(columns))
}

function columnOf(name: string, { header = [], width }: Columns): number | undefined {
  const wanted = name.trim().toLowerCase()
  // A heading may be a number too, such as a year; the numbers of the columns go first.
  const number = /^[0-9]{1,4}$/.test(wanted) ? Number(wanted) : 0
  if (number >= 1 && number <= width) return number - 1
  const found = header.flatMap((cell, at) => (cell.toLowerCase() === wanted && wanted !== '' ? [at] : []))
  if (found.length > 1) {
    const numbers = found.map((at) => at + 1).join(', ')
    throw question(`${found.length} columns are called "${name}"`, `Name one by its number: ${numbers}`)
  }
  return found[0]
}
