/** Knows the words by which programs call money out, money in and transfers, in many languages. */

import { parseDirection } from '../../tables/cells/vocabulary.ts'
import { rememberByText } from '../remember-by-text.ts'

const OUT =
  /^(?:debit|dr|withdrawals?|expenses?|exp\.?|out|outflow|payment|purchases?|(?:bank |service )?(?:fees?|charges?)|transfer \(?(?:out|to|sent)\)?|transfer-?out|outgoing transfer|gebühr(?:en)?|ausgaben?|belastung|gastos?|egresos?|despesas?|dépenses?|spes[ae]|uscit[ae]|uitgaven?|afschrijving|wydat(?:ek|ki)|расходы?|витрат[аи]|utgift(?:er)?|udgift(?:er)?|výda(?:j|je|vok)|kiadás|支出|지출)$/i
const IN =
  /^(?:credit|cr|deposits?|income|in|inflow|refunds?|returns?|reimbursements?|salary|dividends?|cash ?back|transfer \(?(?:in|from|received)\)?|transfer-?in|incoming transfer|einnahmen?|gutschrift|ingresos?|receitas?|revenus?|recettes?|entrat[ae]|inkomsten|bijschrijving|przych(?:ód|ody)|доходы?|дохід|inntekt(?:er)?|indtægt(?:er)?|inkomst(?:er)?|příj(?:em|my)|bevétel|收入|수입)$/i
// Programs use it for amounts that have a sign as well.
const SPENDING = /^(?:sale|regular|spending)$/i
const PAYMENT = /^payment$/i
const TRANSFER =
  /transfer|credit card payment|überweisung|umbuchung|virement|transferência|przelew|överföring|traspaso|giroconto|trasferiment|overboeking|převod|átutalás|перевод|переказ|振替|이체|^\[none\]$/i

/** True for a type of rows such as `debit`; a hyphen may stand for no type. */
export const isOutType = rememberByText(
  (type: string): boolean => OUT.test(type) || (type !== '-' && parseDirection(type) === 'out'),
)

/** True for a type of rows such as `credit`. */
export const isInType = rememberByText(
  (type: string): boolean => IN.test(type) || parseDirection(type) === 'in',
)

/** True for a payment, which may be one to a card: what it says of its sign is doubtful. */
export const isPaymentType = (type: string): boolean => PAYMENT.test(type)

/** True for a sale, which is spending. */
export const isSaleType = (type: string): boolean => /^(?:sale|spending)$/i.test(type)

/** True for a type of rows that are spending, also of those whose amounts have a sign. */
export const isSpendingType = (type: string): boolean =>
  (isOutType(type) && !PAYMENT.test(type)) || SPENDING.test(type)

/** True for a type or category such as `Transfer`. */
export const isTransferText = rememberByText((text: string): boolean => TRANSFER.test(text))
