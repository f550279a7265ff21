/** Reads rows that name where money comes from and where it goes: own accounts, categories and others. */

import { absolute } from '../../money/minor-units.ts'
import { CORRECT_ROW, createPlaceError } from '../../tables/source-file.ts'
import { type CsvCells, isStartingText, isTransferRow } from './csv-cells.ts'
import type { CsvReading, CsvRow } from './csv-row.ts'
import { isInType, isTransferText } from './transaction-types.ts'

const OWN_ACCOUNT = /^(?:asset|default|loan|debt|mortgage|credit ?card)/i

/** Where the money of a row comes from and goes to, and what replaces its own texts. */
interface Sides extends Pick<CsvRow, 'payee' | 'notes' | 'group' | 'category'> {
  /** Undefined for what is no own account. */
  from: string | undefined
  to: string | undefined
}

type BaseRow = Omit<CsvRow, 'account' | 'otherAccount' | 'amount'>

/** True for a row that names where money comes from or where it goes. */
export const isDoubleEntry = (row: CsvCells): boolean =>
  (['source', 'sourceOrCategory', 'destination'] as const).some((field) => row.cell(field) !== '')

/** Yields the sides on own accounts of a row that are in the currency of the workspace. */
export function* readDoubleEntry(
  row: CsvCells,
  base: BaseRow,
  { money, isOwnCurrency, isRowTaken }: CsvReading,
): Generator<CsvRow> {
  const { from, to, payee, ...texts } = findSides(row, base)
  const read = (field: 'amount' | 'foreignAmount') => absolute(money.parse(readAmountCell(row, field), row))
  const isBetweenOwn = from !== undefined && to !== undefined
  const isTakenFrom = isRowTaken(row)
  // What arrives in an account of another currency is the foreign amount.
  const isConverted = isBetweenOwn && row.cell('foreignCurrency') !== '' && row.cell('foreignAmount') !== ''
  const isTakenTo = isConverted ? isOwnCurrency(row.cell('foreignCurrency')) : isTakenFrom
  const isTransfer = isBetweenOwn && isTakenFrom && isTakenTo
  const side = { ...base, ...texts, isTransfer: base.isTransfer || isBetweenOwn }
  if (from !== undefined && isTakenFrom)
    yield {
      ...side,
      account: from,
      payee: isBetweenOwn ? to : payee,
      amount: -read('amount'),
      otherAccount: isTransfer ? to : undefined,
    }
  if (to !== undefined && isTakenTo)
    yield {
      ...side,
      account: to,
      payee: isBetweenOwn ? from : payee,
      amount: read(isConverted ? 'foreignAmount' : 'amount'),
      otherAccount: isTransfer ? from : undefined,
    }
}

/** Returns the cell of an amount; some programs write that of a transfer only into the other column. */
function readAmountCell(row: CsvCells, field: 'amount' | 'foreignAmount'): string {
  const cell = row.cell(field) || row.cell('foreignAmount')
  if (cell === '') throw createPlaceError(row.origin, 'the amount is empty', CORRECT_ROW)
  return cell
}

const DOUBLE_ENTRY_TYPE = /^(?:opening balance|deposit|withdrawal|reconciliation|liability credit)$/i

function findSides(row: CsvCells, base: BaseRow): Sides {
  const [source, destination] = [row.cell('source'), row.cell('destination')]
  const types = [row.cell('sourceType'), row.cell('destinationType')]
  if (types.some((type) => type !== '') || (source !== '' && DOUBLE_ENTRY_TYPE.test(row.cell('type'))))
    return findSidesByTypes(row, base)
  const [category, from] = [row.cell('sourceOrCategory'), source || row.cell('account')]
  const isTransfer = isTransferText(row.cell('type')) || isTransferRow(row)
  if (isTransfer || destination === '' || (from === '' && category === ''))
    return { ...base, from: from || category || undefined, to: destination || undefined }
  if (row.cell('type') === '') throw createPartyError(row.origin, destination)
  // Some programs write the account of income before its category, others the category first.
  if (isInType(row.cell('type')))
    return category === ''
      ? { ...base, from: undefined, to: from, category: destination }
      : { ...base, from: undefined, to: destination, category }
  const subcategory = row.cell('subcategory')
  const spent = subcategory === '' ? { category: destination } : { group: destination, category: subcategory }
  return { ...base, ...spent, from: from || category, to: undefined }
}

const createPartyError = (origin: string, name: string) =>
  createPlaceError(
    origin,
    `nothing shows whether "${name}" is one of your accounts`,
    'Add a Type column with expense, income or transfer',
  )

/** Finds the own accounts by the types of both sides, or by the type of the row. */
function findSidesByTypes(row: CsvCells, base: BaseRow): Sides {
  const [source, destination] = [row.cell('source'), row.cell('destination')]
  const type = row.cell('type')
  const isOwn = (field: 'source' | 'destination', side: RegExp) => {
    if (row.cell(field) === '' || isStartingText(row.cell(field))) return false
    const accountType = row.cell(`${field}Type`)
    return accountType === '' ? side.test(type) : OWN_ACCOUNT.test(accountType)
  }
  const isToOwn = isOwn('destination', /deposit|transfer|balance/i)
  // What an account owed at the start goes to an account that stands for starting balances.
  const isFromOwn = isOwn('source', isStartingText(destination) ? /./ : /withdrawal|transfer/i)
  const payee = isFromOwn ? destination : source
  return {
    ...base,
    from: isFromOwn ? source : undefined,
    to: isToOwn ? destination : undefined,
    payee: base.isStartingBalance ? '' : payee,
    notes: [base.payee, base.notes].filter((text) => text !== '').join(' · '),
  }
}
