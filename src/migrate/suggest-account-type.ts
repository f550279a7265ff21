/** Suggests the type of an account by its name, and by how its balance went. */

import type { MinorUnits } from '../money/minor-units.ts'
import type { SourceTransaction } from './source-budget.ts'

/** What the rows of an account show. */
export interface BalanceHistory {
  /** The balance is above zero after more than half of the rows. */
  isMostlyPositive: boolean
  /** The balance was never further above zero than it was below. */
  staysLow: boolean
  receivesTransfers: boolean
  /** Money came in that the program calls the payment of a card. */
  receivesCardPayments: boolean
  /** Money went out that was not transferred. */
  hasSpending: boolean
  /** Anything but received transfers and a starting balance. */
  hasOtherRows: boolean
}

/** A row of an account. */
export interface HistoryRow {
  account: string
  amount: MinorUnits
  isTransfer: boolean
  isCardPayment: boolean
  isStartingBalance: boolean
}

/** Returns what a transaction says of the history of its account. */
export const toHistoryRow = ({
  account,
  amount,
  transfer,
  isStartingBalance,
}: SourceTransaction): HistoryRow => ({
  account,
  amount,
  isTransfer: transfer !== null,
  isCardPayment: false,
  isStartingBalance,
})

/** The figures that a history follows from. */
interface Tally {
  balance: MinorUnits
  lowest: MinorUnits
  highest: MinorUnits
  rows: number
  positiveRows: number
  receivesTransfers: boolean
  receivesCardPayments: boolean
  hasSpending: boolean
  hasOtherRows: boolean
}

/** Returns the history of each account of rows that come by date. */
export function collectHistories(rows: Iterable<HistoryRow>): Map<string, BalanceHistory> {
  const tallies = new Map<string, Tally>()
  for (const row of rows) {
    const tally = tallies.get(row.account) ?? {
      balance: 0n,
      lowest: 0n,
      highest: 0n,
      rows: 0,
      positiveRows: 0,
      receivesTransfers: false,
      receivesCardPayments: false,
      hasSpending: false,
      hasOtherRows: false,
    }
    tallies.set(row.account, tally)
    addRow(tally, row)
  }
  return new Map(
    [...tallies].map(([account, tally]) => [
      account,
      {
        isMostlyPositive: tally.positiveRows * 2 > tally.rows,
        staysLow: tally.lowest < 0n && tally.highest <= -tally.lowest,
        receivesTransfers: tally.receivesTransfers,
        receivesCardPayments: tally.receivesCardPayments,
        hasSpending: tally.hasSpending,
        hasOtherRows: tally.hasOtherRows,
      },
    ]),
  )
}

function addRow(tally: Tally, { amount, isTransfer, isCardPayment, isStartingBalance }: HistoryRow): void {
  tally.balance += amount
  tally.rows += 1
  if (tally.balance > 0n) tally.positiveRows += 1
  if (tally.balance > tally.highest) tally.highest = tally.balance
  if (tally.balance < tally.lowest) tally.lowest = tally.balance
  if (amount > 0n && isTransfer) tally.receivesTransfers = true
  if (amount > 0n && isCardPayment) tally.receivesCardPayments = true
  if (amount < 0n && !isTransfer && !isCardPayment && !isStartingBalance) tally.hasSpending = true
  if (!isStartingBalance && (amount < 0n || !isTransfer)) tally.hasOtherRows = true
}

/** What is known of an account. */
export interface AccountEvidence {
  name: string
  /** undefined if nothing shows it. */
  onBudget: boolean | undefined
  /** Whether it is a credit card; undefined if nothing shows it. */
  isCard: boolean | undefined
  owesMoney: boolean
  /** The source says that it stands for what is owed: a card if anything is bought with it, or else a loan. */
  isLiability?: boolean
  /** undefined if the transactions are not known. */
  history?: BalanceHistory | undefined
}

type TypePattern = readonly [pattern: RegExp, type: string]

const CREDIT_LINE = /\b(?:line of credit|credit line|heloc)\b|home equity line|dispokredit|rahmenkredit/i
const HOME_EQUITY = /\bheloc\b|home equity/i
// Names that cards have, and hardly any other account.
const CARD =
  /visa|master ?card|\bamex\b|american express|\bdiners\b|credit ?card|kredit ?k[ao]rt|carte de crédit|tarjeta de crédito|cartão de crédito|carta di credito|karta kredytowa|luottokortti|\bcc\b/i
// Names that other accounts have as well.
const MAYBE_CARD =
  /\b(?:cards?|discover|freedom|sapphire|platinum|quicksilver|venture|barclaycard)\b|\bcarte\b|tarjeta|cartão|\bcarta\b|\bkarta\b|\bkortti?\b/i
const NO_CARD =
  /\b(?:debit|d[ée]bito?|prepaid|gift|savings?|checking|hysa|giro\w*|ec)\b|debit ?(?:card|karte)|\bbancaire\b|prepago|sparen/i

const BANKING_TYPES: readonly TypePattern[] = [
  [/money market/i, 'banking_money_market'],
  [/certificate of deposit|\bcds?\b|festgeld/i, 'banking_cd'],
  [
    /\bsavings?\b|spar|tagesgeld|épargne|livret|ahorro|poupança|risparmio|oszczęd|opsparing|säästö|emergency fund|rainy day/i,
    'banking_savings',
  ],
  [
    /\b(?:cash|wallet|purse)\b|bargeld|geldb(?:eutel|örse)|espèces|efectivo|contanti|dinheiro|gotówka|kontant|käteinen/i,
    'banking_cash',
  ],
]

const TRACKING_TYPES: readonly TypePattern[] = [
  [HOME_EQUITY, 'loan_home_equity'],
  [/mortgage|hypothe[kq]|hipoteca|\bhouse loan\b|boliglån|bolån/i, 'loan_mortgage'],
  [/student|bafög|\bcsn\b/i, 'loan_student'],
  [/(?:car|auto|vehicle).*(?:loan|kredit|finance)|billån/i, 'loan_auto'],
  [
    /\bloan\b|kredit|darlehen|\bprêt\b|préstamo|empréstimo|\blening\b|\blån\b|pożyczka|\bdebt\b/i,
    'loan_other',
  ],
  [/roth.*401/i, 'investment_roth_401k'],
  [/401 ?\(?k/i, 'investment_401k'],
  [/403 ?\(?b/i, 'investment_403b'],
  [/\b529\b/, 'investment_529_plan'],
  [/\broth\b/i, 'investment_roth_ira'],
  [/\bsep[ -]ira\b/i, 'investment_sep_ira'],
  [/simple ira/i, 'investment_simple_ira'],
  [/\bira\b/i, 'investment_ira'],
  [/\bhsa\b/i, 'investment_hsa'],
  [/broker|depot|stock|shares|\betfs?\b|vanguard|fidelity|schwab/i, 'investment_brokerage'],
]

const findType = (name: string, patterns: readonly TypePattern[]): string | undefined =>
  patterns.find(([pattern]) => pattern.test(name))?.[1]

/** True for a name that hardly any account but a credit card has. */
export const hasCardName = (name: string): boolean => CARD.test(name) && !NO_CARD.test(name)

/** Returns one of our account types. */
export function suggestAccountType(evidence: AccountEvidence): string {
  const { name, onBudget, isCard, owesMoney, isLiability, history } = evidence
  if (isCard) return 'credit_credit_card'
  const loan = isLiability
    ? findType(
        name,
        TRACKING_TYPES.filter(([, type]) => type.startsWith('loan_')),
      )
    : undefined
  if (isLiability)
    return loan ?? findCredit(evidence) ?? (history?.hasSpending ? 'credit_credit_card' : 'loan_other')
  if (onBudget === false)
    return findType(name, TRACKING_TYPES) ?? (owesMoney ? 'loan_other' : 'investment_other')
  const credit = isCard === undefined ? findCredit({ name, onBudget, owesMoney, history }) : undefined
  const tracking = onBudget === undefined ? findType(name, TRACKING_TYPES) : undefined
  return credit ?? tracking ?? findType(name, BANKING_TYPES) ?? 'banking_checking'
}

function findCredit({
  name,
  onBudget,
  owesMoney,
  history,
}: Omit<AccountEvidence, 'isCard'>): string | undefined {
  if (CREDIT_LINE.test(name)) {
    // A loan on a house of which nothing is spent is no account of the budget.
    const isLoan = HOME_EQUITY.test(name) && onBudget === undefined && history?.hasSpending === false
    return isLoan ? 'loan_home_equity' : 'credit_line_of_credit'
  }
  // Of an account of which only payments are known, the balance says nothing.
  const isPaidOnly = history?.hasSpending === false && history.receivesTransfers && !history.hasOtherRows
  if ((history?.isMostlyPositive && !isPaidOnly) || NO_CARD.test(name)) return undefined
  if (CARD.test(name) || history?.receivesCardPayments) return 'credit_credit_card'
  const owes = history ? history.staysLow || history.receivesTransfers : owesMoney
  return MAYBE_CARD.test(name) && owes ? 'credit_credit_card' : undefined
}
