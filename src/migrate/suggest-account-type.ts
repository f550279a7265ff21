/** Suggests the type of an account by its name and by what is known of it. */

/** What is known of an account. */
export interface AccountEvidence {
  name: string
  /** undefined if nothing shows it. */
  onBudget: boolean | undefined
  /** Whether it is a credit card; undefined if nothing shows it. */
  isCard: boolean | undefined
  owesMoney: boolean
}

type TypePattern = readonly [pattern: RegExp, type: string]

const CREDIT_TYPES: readonly TypePattern[] = [
  [/\b(?:line of credit|heloc)\b|dispokredit/i, 'credit_line_of_credit'],
  [
    /visa|master ?card|\bamex\b|american express|\bdiscover\b|\bdiners\b|credit ?card|kredit ?k[ao]rt|carte de crédit|tarjeta|cartão|carta di credito|karta kredytowa|luottokortti|\bcards?\b|\bcc\b/i,
    'credit_credit_card',
  ],
]

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

/** Returns one of our account types. */
export function suggestAccountType({ name, onBudget, isCard, owesMoney }: AccountEvidence): string {
  if (isCard) return 'credit_credit_card'
  if (onBudget === false)
    return findType(name, TRACKING_TYPES) ?? (owesMoney ? 'loan_other' : 'investment_other')
  const credit = isCard === undefined ? findType(name, CREDIT_TYPES) : undefined
  const tracking = onBudget === undefined ? findType(name, TRACKING_TYPES) : undefined
  return credit ?? tracking ?? findType(name, BANKING_TYPES) ?? 'banking_checking'
}
