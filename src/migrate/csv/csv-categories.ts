/** Makes groups and categories of the categories that rows name. */

import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import { toMonth } from '../../money/calendar.ts'
import { pluralize } from '../../output/pluralize.ts'
import type { ReadSourceOptions } from '../../tables/source-file.ts'
import { rememberByText } from '../remember-by-text.ts'
import {
  describeNotTaken,
  type NotTaken,
  type SourceBudget,
  type SourceCategory,
  type SourceCategoryRef,
} from '../source-budget.ts'
import type { CsvRow } from './csv-row.ts'

const NO_CATEGORY = /^(?:uncategorized|none|no category|\(no category\)|other:uncategorized|\[none\])$/i
// Programs write a category inside of another one as `Food:Groceries`, `Food > Groceries`, `Food / Groceries`,
// `Food ► Groceries` or `Food\Groceries`.
const NESTED_NAME = /^(.+?)(?: ?: ?| > | \/ | ?► ?|\\)(.+)$/
const DEFAULT_GROUP = 'Categories'

/** A category that only brings money in. */
interface IncomeChoice {
  name: string
  rows: number
  isIncome: boolean
}

/** The categories of rows. */
export type CsvCategories = Pick<SourceBudget, 'groups' | 'categories'> & {
  /** The categories that only bring money in, and whether they are income. */
  choices: IncomeChoice[]
  find(row: CsvRow): SourceCategoryRef
}

/**
 * Returns the categories of the rows. Income is to be assigned: what `named` says, or else what comes in in several months or
 * by a category whose name says it, if nothing is ever spent there. A transfer between two own accounts has no category.
 */
export function listCategories(
  rows: readonly CsvRow[],
  { income: named, known }: Pick<ReadSourceOptions, 'income' | 'known'> = {},
): CsvCategories {
  const choices = findIncomeChoices(rows)
  const income = new Set(
    named || known?.income
      ? findNamed(rows, { named: named ?? known?.income ?? [], isKnown: !named })
      : [...choices].flatMap(([key, { isIncome }]) => (isIncome ? [key] : [])),
  )
  const categories = new Map<string, SourceCategory>()
  const refs = new Map<string, { category: string }>()
  const find = (row: CsvRow): SourceCategoryRef => {
    if (row.otherAccount !== undefined) return null
    const key = toCategoryKey(row)
    if (row.isStartingBalance || income.has(key)) return 'ready_to_assign'
    if (!hasCategory(row)) return null
    const ref = refs.get(key) ?? { category: key }
    refs.set(ref.category, ref)
    return ref
  }
  for (const row of rows) {
    const ref = find(row)
    if (ref === null || ref === 'ready_to_assign' || categories.has(ref.category)) continue
    const { group, name } = splitCategory(row)
    categories.set(ref.category, { key: ref.category, group, name, hidden: false, card: undefined })
  }
  const groups = new Set([...categories.values()].map(({ group }) => group))
  return {
    groups: [...groups].map((name) => ({ key: name, name })),
    categories: [...categories.values()],
    choices: [...choices].map(([key, choice]) => ({ ...choice, isIncome: income.has(key) })),
    find,
  }
}

const INCOME_NAME =
  /\b(?:incomes?|jobs?|salar(?:y|ies)|pay ?(?:checks?|cheques?|roll|day)|wages?|earnings?|revenues?|dividends?|interest|bonus(?:es)?|pensions?|stipend|einkommen|einnahmen?|gehalt|lohn|löhne|rente|zinsen|erträge?|salaires?|revenus?|traitement|sueldo|salario|nómina|ingresos?|stipendio|entrate|reddito|salários?|receitas?|rendimentos?|inkomen|inkomsten|salaris|lön|lønn|løn|inkomst|inntekt|indkomst|wynagrodzenie|pensja|przychody?|plat|příjmy?|fizetés|palkka|tulot)\b|зарплата|доход|дохід|工资|収入|給料|급여/iu

const isIncomeText = rememberByText((text: string): boolean => INCOME_NAME.test(text))

/** Returns the categories of which nothing is ever spent, by their keys. */
function findIncomeChoices(rows: readonly CsvRow[]): Map<string, IncomeChoice> {
  const found = new Map<
    string,
    { name: string; group: string; rows: number; isCalled: boolean; months: Set<string> }
  >()
  const spending = new Set<string>()
  for (const row of rows) {
    if (!hasCategory(row) || row.isTransfer || row.isStartingBalance || row.amount === 0n) continue
    const key = toCategoryKey(row)
    if (row.amount < 0n) spending.add(key)
    const { group, name } = splitCategory(row)
    const known = found.get(key) ?? {
      group,
      name,
      rows: 0,
      isCalled: false,
      months: new Set<string>(),
    }
    found.set(key, known)
    known.rows += 1
    known.isCalled ||= [known.name, known.group, row.type].some(isIncomeText)
    known.months.add(toMonth(row.date))
  }
  return new Map(
    [...found].flatMap(([key, { name, rows: count, isCalled, months }]): [string, IncomeChoice][] => {
      if (spending.has(key)) return []
      return [[key, { name, rows: count, isIncome: isCalled || months.size > 1 }]]
    }),
  )
}

/** Returns the keys of the categories with these names. @throws UserError for a name that no category has */
function findNamed(
  rows: readonly CsvRow[],
  { named, isKnown }: { named: readonly string[]; isKnown: boolean },
): string[] {
  if (named.length === 1 && named[0] === 'none') return []
  const keysByName = new Map<string, string[]>()
  for (const key of new Set(rows.filter(hasCategory).map(toCategoryKey))) {
    const name = toNameKey(key.slice(key.indexOf('\n') + 1))
    keysByName.set(name, [...(keysByName.get(name) ?? []), key])
  }
  return named.flatMap((name) => {
    const keys = keysByName.get(toNameKey(name))
    if (keys || isKnown) return keys ?? []
    throw new UserError('not_found', `The file has no category named "${name}"`, {
      field: 'income',
      hint: 'Use a category of the file, or --income none',
    })
  })
}

const splitName = rememberByText((category: string): { group: string; name: string; key: string } => {
  const [, group = DEFAULT_GROUP, name = category] = NESTED_NAME.exec(category) ?? []
  return { group, name, key: `${group}\n${name}` }
})

const splitCategory = ({ group, category }: CsvRow): { group: string; name: string } =>
  group === '' ? splitName(category) : { group, name: category }

const toCategoryKey = ({ group, category }: CsvRow): string =>
  group === '' ? splitName(category).key : `${group}\n${category}`

const hasCategory = ({ category }: CsvRow): boolean => category !== '' && !NO_CATEGORY.test(category)

/** Names what was taken for income, and what may be. */
export function describeIncome(choices: readonly IncomeChoice[]): NotTaken[] {
  const list = (isIncome: boolean): string[] =>
    choices
      .filter((choice) => choice.isIncome === isIncome)
      .map(({ name, rows }) => `${name} (${pluralize(rows, 'row')})`)
  const [income, others] = [list(true), list(false)]
  return describeNotTaken([
    [
      'income categories',
      income.length,
      'their money is Ready to Assign; to change them: --income NAME, or --income none',
      income,
    ],
    [
      'categories with only money in',
      others.length,
      'kept as categories, because nothing marks them as income; if one is: --income NAME',
      others,
    ],
  ])
}
