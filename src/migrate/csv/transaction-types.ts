/** Knows the words by which programs call money out, money in and transfers, in many languages. */

const OUT =
  /^(?:debit|dr|withdrawals?|expenses?|exp\.?|out|outflow|payment|purchase|transfer[- ]?out|outgoing transfer|ausgaben?|belastung|gastos?|egresos?|despesas?|dépenses?|spes[ae]|uscit[ae]|uitgaven?|afschrijving|wydat(?:ek|ki)|расходы?|витрат[аи]|utgift(?:er)?|udgift(?:er)?|výda(?:j|je|vok)|kiadás|支出|지출)$/i
const IN =
  /^(?:credit|cr|deposits?|income|in|inflow|refund|transfer[- ]?in|incoming transfer|einnahmen?|gutschrift|ingresos?|receitas?|revenus?|recettes?|entrat[ae]|inkomsten|bijschrijving|przych(?:ód|ody)|доходы?|дохід|inntekt(?:er)?|indtægt(?:er)?|inkomst(?:er)?|příj(?:em|my)|bevétel|收入|수입)$/i
const SPENDING = /^(?:sale|regular|spending)$/i
const TRANSFER =
  /transfer|credit card payment|überweisung|umbuchung|virement|transferência|przelew|överföring|traspaso|giroconto|trasferiment|overboeking|převod|átutalás|перевод|переказ|振替|이체|^\[none\]$/i

/** True for a type of rows such as `debit`. */
export const isOutType = (type: string): boolean => OUT.test(type)

/** True for a type of rows such as `credit`. */
export const isInType = (type: string): boolean => IN.test(type)

/** True for a type of rows that are spending, also of those whose amounts have a sign. */
export const isSpendingType = (type: string): boolean =>
  (OUT.test(type) && !/^payment$/i.test(type)) || SPENDING.test(type)

/** True for a type or category such as `Transfer`. */
export const isTransferText = (text: string): boolean => TRANSFER.test(text)
