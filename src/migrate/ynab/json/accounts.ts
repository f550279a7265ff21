/** Reads the accounts of a budget of the YNAB API. */

import { accountTypes, isOnBudgetAccountType } from '../../../contract/operations/accounts.ts'
import { createPlaceError, EXPORT_AGAIN } from '../../../tables/source-file.ts'
import type { StatedFigures } from '../../figures.ts'
import { type JsonRecord } from '../../json-record.ts'
import type { SourceAccount } from '../../source-budget.ts'
import { suggestAccountType } from '../../suggest-account-type.ts'
import { isDeleted, type ReadAmount, readOptionalBoolean, readOptionalText, readText } from './json-fields.ts'

const typeByYnabType: ReadonlyMap<string, (typeof accountTypes)[number]> = new Map([
  ['checking', 'banking_checking'],
  ['savings', 'banking_savings'],
  ['cash', 'banking_cash'],
  ['creditCard', 'credit_credit_card'],
  ['lineOfCredit', 'credit_line_of_credit'],
  ['payPal', 'banking_other'],
  ['merchantAccount', 'banking_other'],
  ['otherAsset', 'investment_other'],
  ['investmentAccount', 'investment_other'],
  ['mortgage', 'loan_mortgage'],
  ['autoLoan', 'loan_auto'],
  ['studentLoan', 'loan_student'],
  ['personalLoan', 'loan_other'],
  ['medicalDebt', 'loan_other'],
  ['otherDebt', 'loan_other'],
  ['otherLiability', 'loan_other'],
])

/** Early versions of the API wrote `CreditCard`. */
const toTypeKey = (type: string): string => type.slice(0, 1).toLowerCase() + type.slice(1)

/** The accounts of a budget. */
export interface JsonAccounts {
  accounts: SourceAccount[]
  balances: StatedFigures<string>['balances']
}

/** Returns the accounts; of deleted ones those that still have transactions, as closed. */
export function readAccounts(
  records: readonly JsonRecord[],
  { readAmount, isUsed }: { readAmount: ReadAmount; isUsed(account: string): boolean },
): JsonAccounts {
  const kept = records.filter((record) => !isDeleted(record) || isUsed(readText(record, 'id')))
  return {
    accounts: kept.map((record) => readAccount(record, readAmount)),
    balances: kept.map((record) => ({
      account: readText(record, 'id'),
      balance: readAmount(record, 'balance'),
    })),
  }
}

function readAccount(record: JsonRecord, readAmount: ReadAmount): SourceAccount {
  const [key, name] = [readText(record, 'id'), readText(record, 'name')]
  const onBudget = readOptionalBoolean(record, 'on_budget')
  const known = typeByYnabType.get(toTypeKey(readOptionalText(record, 'type') ?? ''))
  // A tracking account of a bank has a type of ours that would be on budget.
  const isConsistent =
    known !== undefined && (onBudget ?? isOnBudgetAccountType(known)) === isOnBudgetAccountType(known)
  const type = isConsistent ? known : undefined
  const isCard = known === undefined ? undefined : known === 'credit_credit_card' && onBudget !== false
  const owesMoney = readAmount(record, 'balance') < 0n
  return {
    key,
    name,
    type,
    suggestedType: type ?? suggestAccountType({ name, onBudget, isCard, owesMoney }),
    onBudget,
    closed: readOptionalBoolean(record, 'closed') === true || isDeleted(record),
    notes: readOptionalText(record, 'note') ?? null,
    lastReconciledAt: readInstant(record, 'last_reconciled_at'),
  }
}

function readInstant(record: JsonRecord, name: string): number | null {
  const text = readOptionalText(record, name)
  if (text === undefined) return null
  const milliseconds = Date.parse(text)
  if (!Number.isNaN(milliseconds)) return milliseconds
  throw createPlaceError(record.place, `${name} "${text}" is not a time`, EXPORT_AGAIN)
}
