/** Tells the payees that YNAB makes itself, and writes memo, check and flag as notes. */

const TRANSFER_PAYEE = /^Transfer : (.+)$/s
const STARTING_BALANCE = /^starting balance$/i
const ADJUSTMENT = /^(?:manual|reconciliation) balance adjustment$/i

/** Returns the account that the payee of a transfer names; undefined for any other payee. */
export const parseTransferPayee = (payee: string): string | undefined =>
  TRANSFER_PAYEE.exec(payee)?.[1]?.trim()

/** True for the payee of the first transaction of an account. */
export const isStartingBalancePayee = (payee: string): boolean => STARTING_BALANCE.test(payee)

/** True for a payee that every budget has from the beginning. */
export const isBuiltInPayee = (payee: string): boolean =>
  isStartingBalancePayee(payee) || ADJUSTMENT.test(payee) || parseTransferPayee(payee) !== undefined

/** Returns the memo with the check and the flag behind it as `check 101 #red`; null if there is nothing. */
export function formatNotes(memo: string, flag: string, checkNumber = ''): string | null {
  const color = flag === '' ? '' : `#${flag.toLowerCase().replace(/\s+/g, '-')}`
  const check = checkNumber === '' ? '' : `check ${checkNumber}`
  const tag = check === '' || color === '' ? check + color : `${check} ${color}`
  const text = memo.trim() === '' ? tag : tag === '' ? memo : `${memo} ${tag}`
  return text === '' ? null : text
}
