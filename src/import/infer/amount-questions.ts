/** Questions about the columns of money, each with a row of the file; every answer is a whole mapping. */ // import.md §10

import type { FileRecord } from '../model/file-record.ts'
import { type Answer, Question } from '../model/read-options.ts'
import { isEmptyAmount, shown } from '../text/amount-cell.ts'
import type { AmountEvidence, AmountReading } from './amount-evidence.ts'
import type { FoundMoney, MoneyColumns } from './amount-search.ts'
import type { Column } from './column-profile.ts'
import type { Flag } from './debit-credit-column.ts'
import { textColumnsOf } from './description-columns.ts'
import { writeMap } from './mapped-columns.ts'

interface Asking extends Pick<AmountEvidence, 'profile' | 'date'> {
  flag: Flag | undefined
  readingOf(found: FoundMoney): AmountReading
}

/** Asks which of several columns is the amount. */
export function askForAmount(columns: readonly Column[], asking: Asking): Question {
  const { records } = asking.profile
  const differ = ({ cells }: FileRecord) => new Set(columns.map(({ at }) => cells[at] ?? '')).size > 1
  const row = records.find(differ) ?? records[0]
  const answers = columns.flatMap((amount) => {
    const cell = shown(row?.cells[amount.at] ?? '') || 'Nothing'
    return answersFor({ amount }, `${cell}, as ${describeColumn(amount)} says`, asking)
  })
  return new Question(`How much was ${describeRow(row, asking)}?`, '', { answers })
}

/** Asks which of two columns is money out. */
export function askForWay(left: Column, right: Column, asking: Asking): Question {
  const isFilled = ({ cells }: FileRecord) => !isEmptyAmount(cells[left.at])
  const row = asking.profile.records.find(isFilled)
  const cell = shown(row?.cells[left.at] ?? '')
  return new Question(
    `Is ${describeRow(row, asking)} with ${cell} in ${describeColumn(left)} money you spent?`,
    '',
    {
      answers: [
        ...answersFor({ out: left, in: right }, 'Yes, I spent it', asking),
        ...answersFor({ out: right, in: left }, 'No, it came in', asking),
      ],
    },
  )
}

/** Asks whether a fee beside the amounts is part of them. */
export function askForFee({ columns, proof }: FoundMoney, fee: Column, asking: Asking): Question {
  const row = asking.profile.records.find(({ cells }) => /[1-9]/.test(cells[fee.at] ?? ''))
  const cell = shown(row?.cells[fee.at] ?? '')
  return new Question(
    `Did ${cell} of ${describeColumn(fee)} for ${describeRow(row, asking)} come on top of its amount?`,
    '',
    {
      answers: [
        ...answersFor({ ...columns, fee }, 'Yes, take it off as well', { ...asking, proof }),
        ...answersFor(columns, 'No, the amount is all', { ...asking, proof }),
      ],
    },
  )
}

const describeColumn = ({ name, at }: Column): string => (name === '' ? `column ${at + 1}` : `"${name}"`)

function describeRow(row: FileRecord | undefined, { profile }: Asking): string {
  const [payee] = textColumnsOf(profile, new Set()).payee
  const words = payee ? shown(row?.cells[payee.at] ?? '') : ''
  return words === '' ? `line ${row?.line}` : `"${words}" in line ${row?.line}`
}

/** The answer that takes these columns; several where they leave the sign open. */
function answersFor(
  columns: MoneyColumns,
  label: string,
  { proof, ...asking }: Asking & { proof?: FoundMoney['proof'] },
): Answer[] {
  const { profile, date, flag, readingOf } = asking
  const taken = new Set(
    [date, flag?.column, ...Object.values(columns)].filter((column) => column !== undefined),
  )
  const texts = textColumnsOf(profile, taken)
  const map = writeMap({ date, money: columns, flag, texts, currency: undefined })
  try {
    const { rule } = readingOf({ columns, proof })
    return [{ label, choices: { map, ...(rule === 'inverted' && { invert: true }) } }]
  } catch (error) {
    if (!(error instanceof Question) || error.answers.length === 0) return [{ label, choices: { map } }]
    const spent = ['and I spent it', 'and it came in']
    return error.answers.map((answer, at) => ({
      label: `${label}, ${spent[at] ?? answer.label}`,
      choices: { map, ...answer.choices },
    }))
  }
}
