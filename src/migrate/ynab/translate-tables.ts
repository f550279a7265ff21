/** Gives the words of YNAB in a register of another language the ones of English: by what their rows show. */

import { describeNotTaken, type NotTaken } from '../source-budget.ts'
import type { YnabRow, YnabTable } from './columns.ts'
import type { PlanColumn, RegisterColumn } from './table-header.ts'

/** The tables of an export, with words of English. */
export interface TranslatedTables {
  register: YnabTable<RegisterColumn> | undefined
  plan: YnabTable<PlanColumn> | undefined
  /** What the words were taken for. */
  notTaken: NotTaken[]
}

const ENGLISH_STATES = /^\s*(?:|u|c|r|uncleared|cleared|reconciled)\s*$/i
const UNCLEARED = /^(?:nicht|non|no|sin|não|niet|ej|inte|ikke|nie|ei|не|без)(?!\p{L})|^(?:un|on)(?=\p{L})/iu
const RECONCILED = /abge|abgl|abst|concili|rapproch|afgest|afgel|avst[äe]m|afstem|uzgod|сверен/i

/** The words of a register that is not in English, and what they mean. */
interface Words {
  states: ReadonlyMap<string, string>
  /** Such as `Umbuchung : `. */
  transfer: string | undefined
  /** Such as `Aufteilung`. */
  split: string | undefined
  readyToAssign: RegisterName | undefined
  /** The group of the payment categories of cards. */
  cards: string | undefined
}

interface RegisterName {
  group: string
  category: string
  inflows: number
  outflows: number
}

/** Returns the tables as they are, if the states of the register are in English. */
export function translateTables({
  register,
  plan,
}: Pick<TranslatedTables, 'register' | 'plan'>): TranslatedTables {
  const states = new Set<string>()
  for (const row of register?.rows() ?? []) states.add(row.cell('cleared'))
  if (!register || [...states].every((state) => ENGLISH_STATES.test(state)))
    return { register, plan, notTaken: [] }
  const words = findWords(register, plan, states)
  return {
    register: translate(register, (column, row) => translateRegisterCell(words, column, row)),
    plan: plan && translate(plan, (column, row) => translateName(words, column, row)),
    notTaken: describeWords(words),
  }
}

const translate = <Column extends string>(
  table: YnabTable<Column>,
  translateCell: (column: Column, row: YnabRow<Column>) => string,
): YnabTable<Column> => ({
  ...table,
  *rows() {
    for (const source of table.rows())
      yield {
        get origin() {
          return source.origin
        },
        get checkNumber() {
          return source.checkNumber
        },
        cell: (column) => translateCell(column, source),
      }
  },
})

function translateRegisterCell(words: Words, column: RegisterColumn, row: YnabRow<RegisterColumn>): string {
  const cell = row.cell(column)
  switch (column) {
    case 'cleared':
      return words.states.get(cell) ?? cell
    case 'payee':
      return words.transfer !== undefined && cell.startsWith(words.transfer)
        ? `Transfer : ${cell.slice(words.transfer.length)}`
        : cell
    case 'memo':
      return words.split !== undefined && cell.startsWith(`${words.split} (`)
        ? `Split${cell.slice(words.split.length)}`
        : cell
    case 'group':
    case 'category':
      return translateName(words, column, row)
    case 'account':
    case 'flag':
    case 'date':
    case 'outflow':
    case 'inflow':
      return cell
  }
}

/** Returns a cell with the name of a group or category of YNAB itself in English. */
function translateName<Column extends string>(
  { readyToAssign, cards }: Words,
  column: Column | 'group' | 'category',
  row: { cell(column: Column | 'group' | 'category'): string },
): string {
  const cell = row.cell(column)
  if (column !== 'group' && column !== 'category') return cell
  const [group, category] = [row.cell('group'), row.cell('category')]
  if (readyToAssign && group === readyToAssign.group && category === readyToAssign.category)
    return column === 'group' ? 'Inflow' : 'Ready to Assign'
  return column === 'group' && cell === cards ? 'Credit Card Payments' : cell
}

function findWords(
  register: YnabTable<RegisterColumn>,
  plan: YnabTable<PlanColumn> | undefined,
  states: ReadonlySet<string>,
): Words {
  const accounts = new Set<string>()
  const names = new Map<string, RegisterName>()
  for (const row of register.rows()) {
    accounts.add(row.cell('account').trim())
    const [group, category] = [row.cell('group'), row.cell('category')]
    const name = names.get(toKey(group, category)) ?? { group, category, inflows: 0, outflows: 0 }
    names.set(toKey(group, category), name)
    if (/[1-9]/.test(row.cell('inflow'))) name.inflows += 1
    if (/[1-9]/.test(row.cell('outflow'))) name.outflows += 1
  }
  const planned = collectPlanned(plan)
  return {
    states: new Map([...states].map((state) => [state, translateState(state)])),
    transfer: findTransferWord(register, accounts),
    split: findSplitWord(register),
    readyToAssign: [...names.values()]
      .filter(({ group, inflows, outflows }) => group !== '' && inflows > outflows)
      .filter(({ group, category }) => !planned.has(toKey(group, category)))
      .toSorted((a, b) => b.inflows - a.inflows)[0],
    cards: findCardGroup(planned, { accounts, names }),
  }
}

const toKey = (group: string, category: string): string => `${group}\n${category}`

function translateState(state: string): string {
  if (ENGLISH_STATES.test(state)) return state
  if (UNCLEARED.test(state.trim())) return 'Uncleared'
  return RECONCILED.test(state) ? 'Reconciled' : 'Cleared'
}

const TRANSFER_PAYEE = /^([^:]+ : )(.+)$/s

/** Returns what most payees have in front of the name of an account. */
function findTransferWord(
  register: YnabTable<RegisterColumn>,
  accounts: ReadonlySet<string>,
): string | undefined {
  const counts = new Map<string, number>()
  for (const row of register.rows()) {
    const [, word, account = ''] = TRANSFER_PAYEE.exec(row.cell('payee').trim()) ?? []
    if (word !== undefined && accounts.has(account.trim())) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return findMost(counts)
}

const SPLIT_MEMO = /^(\p{L}[\p{L} ]{0,40}?) \((\d{1,3})\/(\d{1,3})\)(?: |$)/u

/** Returns what most memos with `(1/2)` begin with. */
function findSplitWord(register: YnabTable<RegisterColumn>): string | undefined {
  const counts = new Map<string, number>()
  for (const row of register.rows()) {
    const [, word, , total] = SPLIT_MEMO.exec(row.cell('memo')) ?? []
    if (word !== undefined && Number(total) > 1) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return findMost(counts)
}

const findMost = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]

/** Returns the group and category of each key of a plan. */
function collectPlanned(plan: YnabTable<PlanColumn> | undefined): Map<string, [string, string]> {
  const planned = new Map<string, [string, string]>()
  for (const row of plan?.rows() ?? []) {
    const [group, category] = [row.cell('group'), row.cell('category')]
    planned.set(toKey(group, category), [group, category])
  }
  return planned
}

/** Returns the group whose categories all have the name of an account, and no rows in the register. */
function findCardGroup(
  planned: ReadonlyMap<string, [string, string]>,
  { accounts, names }: { accounts: ReadonlySet<string>; names: ReadonlyMap<string, unknown> },
): string | undefined {
  const groups = new Map<string, boolean>()
  for (const [key, [group, category]] of planned) {
    const isCard = accounts.has(category.trim()) && !names.has(key)
    groups.set(group, isCard && groups.get(group) !== false)
  }
  return [...groups].find(([, isCards]) => isCards)?.[0]
}

function describeWords({ states, transfer, split, readyToAssign, cards }: Words): NotTaken[] {
  const meanings = [
    ...[...states].map(([theirs, state]) => [theirs, state]),
    ...(transfer === undefined ? [] : [[transfer.trim(), 'Transfer :']]),
    ...(split === undefined ? [] : [[split, 'Split']]),
    ...(readyToAssign ? [[readyToAssign.category, 'Ready to Assign']] : []),
    ...(cards === undefined ? [] : [[cards, 'Credit Card Payments']]),
  ].filter(([theirs, english]) => theirs !== english)
  const listed = meanings.map(([theirs, english]) => `“${theirs}” means ${english}`).join(', ')
  return describeNotTaken([
    ['words in another language', meanings.length, `recognized from their rows: ${listed}`],
  ])
}
