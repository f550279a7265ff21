/** Makes a household, the files that another program writes of it, and random changes of it. */

/** A transaction of a household; amounts are cents, and no two are the same unless both programs have it. */
export interface HouseholdRow {
  id: string
  account: string
  date: string
  amount: number
  payee: string | null
  category: string | null
  memo: string | null
  cleared: boolean
  /** The account that the money goes to; the amount is then below zero. */
  to: string | null
  /** The parts of a split: category and cents. */
  parts: (readonly [category: string, amount: number])[] | null
}

/** A household as another program has it. */
export interface Household {
  accounts: { id: string; name: string; closed: boolean }[]
  categories: { id: string; name: string; hidden: boolean; goal?: object }[]
  rows: HouseholdRow[]
  /** Cents by `MONTH CATEGORY`. */
  assigned: Record<string, number>
}

/** Returns numbers from 0 to below `below`, the same for the same seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return Math.abs(state ^ (state >>> 13)) % below
  }
}

const months = ['2026-08', '2026-09', '2026-10'] as const

/** Returns one of the values. */
const pick = <Value>(random: (below: number) => number, values: readonly Value[]): Value => {
  const value = values[random(values.length)]
  if (value === undefined) throw new Error('There is nothing to pick')
  return value
}

/** Returns a date of the household. */
const pickDate = (random: (below: number) => number): string =>
  `${pick(random, months)}-${String(1 + random(28)).padStart(2, '0')}`

const payees = ['Shop', 'Bakery', 'Landlord', 'Cinema'] as const

/** Returns a household with so many transactions. */
export function createHousehold(random: (below: number) => number, count: number): Household {
  const accounts = ['Checking', 'Savings', 'Cash'].map((name) => ({ id: `a-${name}`, name, closed: false }))
  const categories = ['Food', 'Rent', 'Fun', 'Trips'].map((name) => ({
    id: `c-${name}`,
    name,
    hidden: false,
  }))
  const rows = Array.from({ length: count }, (_, at) =>
    createRow(random, { id: `t${at}`, amount: -(1000 + 7 * at) }),
  )
  rows.unshift({
    ...createRow(random, { id: 'start', amount: 900_000 }),
    account: 'a-Checking',
    date: '2026-08-01',
    category: 'rta',
    payee: 'Employer',
    to: null,
    parts: null,
  })
  const assigned: Record<string, number> = {}
  for (const month of months)
    for (const { id } of categories) if (random(3) > 0) assigned[`${month} ${id}`] = 100 * (1 + random(500))
  return { accounts, categories, rows, assigned }
}

/** Returns a random transaction. */
function createRow(
  random: (below: number) => number,
  { id, amount }: { id: string; amount: number },
): HouseholdRow {
  const account = pick(random, ['a-Checking', 'a-Savings', 'a-Cash'])
  const kind = random(8)
  const to =
    kind === 0
      ? pick(
          random,
          ['a-Checking', 'a-Savings', 'a-Cash'].filter((one) => one !== account),
        )
      : null
  const first = Math.trunc(amount / 3)
  const parts =
    kind === 1
      ? ([
          ['c-Food', first],
          ['c-Fun', amount - first],
        ] as const)
      : null
  return {
    ...{ id, account, amount, to, date: pickDate(random), cleared: random(2) === 0 },
    payee: to === null ? pick(random, payees) : null,
    category: to === null && !parts ? pick(random, ['c-Food', 'c-Rent', 'c-Fun', null]) : null,
    memo: random(2) === 0 ? `memo ${random(50)}` : null,
    parts: parts && [...parts],
  }
}

/** Returns a household that a table without ids can say: no transfers, no splits, nothing assigned. */
export const toTableHousehold = ({ rows, ...household }: Household): Household => ({
  ...household,
  assigned: {},
  categories: household.categories.filter(({ id }) => id !== 'c-Trips'),
  rows: rows.map((row, at) => ({
    ...row,
    to: null,
    parts: null,
    cleared: true,
    payee: row.payee ?? 'Shop',
    category: row.id === 'start' ? 'rta' : (['c-Food', 'c-Rent', 'c-Fun'][at % 3] ?? null),
  })),
})

/** Changes such a household: the amounts identify the rows. */
export function changeTableHousehold(
  before: Household,
  random: (below: number) => number,
  { name, first, times }: { name: string; first: number; times: number },
): Household {
  const household = structuredClone(before)
  for (let time = 0; time < times; time++) {
    const row = pick(
      random,
      household.rows.filter(({ id }) => id !== 'start'),
    )
    const change = random(7)
    if (change === 0) {
      const created = createRow(random, { id: `${name}${time}`, amount: -(first + 11 * time) })
      household.rows.push({
        ...created,
        to: null,
        parts: null,
        cleared: true,
        payee: name,
        category: 'c-Rent',
      })
    } else if (change === 1) household.rows = household.rows.filter((one) => one !== row)
    else if (change === 2) row.memo = `${name} ${time}`
    else if (change === 3) row.payee = pick(random, [...payees, `${name} shop`])
    else if (change === 4)
      row.date = `${row.date.slice(0, 8)}${String(Math.min(28, Number(row.date.slice(8)) + 1)).padStart(2, '0')}`
    else row.category = pick(random, ['c-Food', 'c-Rent', 'c-Fun'])
  }
  return household
}

/** Returns the rows as a table of a program without ids, in any order. */
export function writeTable({ accounts, categories, rows }: Household): string {
  const find = (list: { id: string; name: string }[], id: string | null) =>
    list.find((one) => one.id === id)?.name ?? ''
  const lines = rows.map(({ date, account, payee, category, amount, memo }) =>
    [
      date,
      find(accounts, account),
      payee ?? '',
      category === 'rta' ? 'Salary' : find(categories, category),
      (amount / 100).toFixed(2),
      memo ?? '',
    ].join(','),
  )
  return ['Date,Account,Payee,Category,Amount,Notes', ...lines.toReversed()].join('\n')
}

/** Changes a household at random: transactions, names, amounts of months. */
export function changeHousehold(
  before: Household,
  random: (below: number) => number,
  { name, first, times }: { name: string; first: number; times: number },
): Household {
  const household = structuredClone(before)
  for (let time = 0; time < times; time++) {
    const row = pick(
      random,
      household.rows.filter(({ id }) => id !== 'start'),
    )
    const change = random(12)
    if (change < 2)
      household.rows.push(createRow(random, { id: `${name}${time}`, amount: -(first + 11 * time) }))
    else if (change === 2) household.rows = household.rows.filter((one) => one !== row)
    else if (change === 3) row.date = pickDate(random)
    else if (change === 4) row.memo = `${name} ${time}`
    else if (change === 5 && row.to === null) row.payee = pick(random, [...payees, `${name} shop`])
    else if (change < 8 && row.to === null && !row.parts)
      row.category = pick(random, ['c-Food', 'c-Trips', 'c-Fun'])
    else if (change === 8 && !row.parts) row.amount = -(first + 11 * time + 5)
    else if (change === 9) pick(random, household.categories).name = `${name} ${time}`
    else if (change === 10)
      household.assigned[`${pick(random, months)} ${pick(random, household.categories).id}`] =
        100 * random(300)
    else row.cleared = !row.cleared
  }
  return household
}

const toMilliunits = (cents: number): number => cents * 10

/** Returns the budget as the API of YNAB writes it. */
export function writeYnabJson({ accounts, categories, rows, assigned }: Household): string {
  const sides = rows.flatMap((row) =>
    row.to === null
      ? [row]
      : [row, { ...row, id: `${row.id}-in`, account: row.to, to: row.account, amount: -row.amount }],
  )
  return JSON.stringify({
    data: {
      budget: {
        id: 'b',
        name: 'Home',
        currency_format: { iso_code: 'EUR', decimal_digits: 2 },
        accounts: accounts.map(({ id, name, closed }) => ({
          ...{ id, name, closed, type: 'checking', on_budget: true },
          balance: toMilliunits(
            sides.reduce((sum, { account, amount }) => sum + (account === id ? amount : 0), 0),
          ),
        })),
        payees: [...new Set(rows.flatMap(({ payee }) => payee ?? []))].map((name) => ({
          id: `p-${name}`,
          name,
        })),
        category_groups: [
          { id: 'internal', name: 'Internal Master Category' },
          { id: 'g', name: 'Living' },
        ],
        categories: [
          { id: 'rta', category_group_id: 'internal', name: 'Inflow: Ready to Assign', hidden: false },
          ...categories.map(({ goal, ...category }) => ({ ...category, ...goal, category_group_id: 'g' })),
        ],
        months: writeMonths({ categories, rows, assigned }),
        transactions: sides.map(({ id, date, amount, account, payee, category, memo, cleared, to }) => ({
          ...{ id, date, memo, account_id: account, amount: toMilliunits(amount), approved: true },
          cleared: cleared ? 'cleared' : 'uncleared',
          payee_id: payee === null ? null : `p-${payee}`,
          category_id: category,
          ...(to !== null && {
            transfer_account_id: to,
            transfer_transaction_id: id.endsWith('-in') ? id.slice(0, -3) : `${id}-in`,
          }),
        })),
        subtransactions: rows.flatMap(({ id, parts }) =>
          (parts ?? []).map(([category, amount], at) => ({
            ...{ id: `${id}-${at}`, transaction_id: id, amount: toMilliunits(amount), category_id: category },
          })),
        ),
        scheduled_transactions: [],
      },
    },
  })
}

function writeMonths({ categories, rows, assigned }: Pick<Household, 'categories' | 'rows' | 'assigned'>) {
  const left = new Map<string, number>()
  return months.map((month) => ({
    ...{ month: `${month}-01`, to_be_budgeted: null, age_of_money: null },
    categories: categories.map(({ id }) => {
      const budgeted = assigned[`${month} ${id}`] ?? 0
      const activity = rows
        .filter(({ date }) => date.startsWith(month))
        .flatMap(({ category, amount, parts }) => parts ?? [[category, amount] as const])
        .reduce((sum, [category, amount]) => sum + (category === id ? amount : 0), 0)
      const balance = Math.max(left.get(id) ?? 0, 0) + budgeted + activity
      left.set(id, balance)
      return {
        id,
        ...{
          budgeted: toMilliunits(budgeted),
          activity: toMilliunits(activity),
          balance: toMilliunits(balance),
        },
      }
    }),
  }))
}
