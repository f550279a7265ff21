/** Writes QIF: categories, then each account with its transactions, splits and transfers. @see docs/export.md#qif */

import type { ExportLine, ExportTransaction } from '../contract/ports/export-source.ts'
import { formatAmount } from '../money/minor-units.ts'
import { createDistinctNames, type DistinctNames } from './distinct-names.ts'
import type { ExportedAccount, ExportFacts, ExportWriter } from './export-facts.ts'
import { collapseSpace } from './journal-text.ts'

const READY_TO_ASSIGN = 'Ready to Assign'

/** The names of a file: QIF tells accounts and categories by their names alone. */
interface QifNames {
  accounts: ReadonlyMap<string, string>
  categories: ReadonlyMap<string, string>
}

/** Writes a workspace as QIF. */
export const writeQif: ExportWriter = async function* (facts) {
  const names = nameEverything(facts)
  yield formatCategories(facts, names)
  const chosen = facts.accounts.filter(({ id }) => facts.account_ids?.includes(id) ?? true)
  for (const account of chosen) {
    const kind = toQifType(account)
    yield `!Account\nN${names.accounts.get(account.id)}\nT${kind}\n^\n!Type:${kind}\n`
    for await (const page of facts.listTransactions([account.id])) {
      let text = ''
      for (const transaction of page) text += formatTransaction(transaction, facts, names)
      yield text
    }
  }
}

/** A colon separates a group from its category; a slash begins a class; brackets mark an account. */
const toSafeName = (name: string): string => collapseSpace(name.replaceAll(/[:/[\]]/g, '-'))

function nameEverything({ accounts, groups, categories }: ExportFacts): QifNames {
  const accountNames = createDistinctNames(toSafeName)
  const groupNames = createDistinctNames(toSafeName, { reserved: [READY_TO_ASSIGN] })
  const namesByGroup = new Map<string, DistinctNames>()
  const nameCategory = (category: ExportFacts['categories'][number]): string => {
    const { id, group_id, name } = category
    const own = namesByGroup.get(group_id) ?? createDistinctNames(toSafeName)
    namesByGroup.set(group_id, own)
    const group = groups.find((one) => one.id === group_id)?.name ?? group_id
    return `${groupNames.assign(group_id, group)}:${own.assign(id, name)}`
  }
  return {
    accounts: new Map(accounts.map(({ id, name }) => [id, accountNames.assign(id, name)])),
    categories: new Map(categories.map((category) => [category.id, nameCategory(category)])),
  }
}

function formatCategories({ categories }: ExportFacts, names: QifNames): string {
  const spending = categories.filter(({ is_payment }) => !is_payment)
  const lines = spending.map(({ id }) => `N${names.categories.get(id)}\nE\n^\n`)
  return `!Type:Cat\nN${READY_TO_ASSIGN}\nI\n^\n${lines.join('')}`
}

function toQifType({ type }: ExportedAccount): string {
  if (type === 'banking_cash') return 'Cash'
  if (type.startsWith('credit_')) return 'CCard'
  if (type.startsWith('loan_')) return 'Oth L'
  return type.startsWith('investment_') ? 'Oth A' : 'Bank'
}

const statusLines = { pending: '', cleared: 'C*\n', reconciled: 'CX\n' } as const

function formatTransaction(row: ExportTransaction, facts: ExportFacts, names: QifNames): string {
  const { date, amount, merchant_id, notes, transfer_account_id, status } = row
  const money = (value: bigint): string => formatAmount(value, facts.decimals)
  const payee = merchant_id === null ? undefined : facts.getMerchantName(merchant_id)
  const target = (line: ExportLine): string => {
    if (transfer_account_id !== null) return `[${names.accounts.get(transfer_account_id) ?? ''}]`
    if (line.ready_to_assign) return READY_TO_ASSIGN
    return line.category_id === null ? '' : (names.categories.get(line.category_id) ?? '')
  }
  let text = `D${date}\nT${money(amount)}\n${statusLines[status]}`
  if (payee !== undefined) text += `P${collapseSpace(payee)}\n`
  if (notes) text += `M${collapseSpace(notes)}\n`
  const [first] = row.lines
  const category = first ? target(first) : ''
  if (category !== '') text += `L${category}\n`
  if (row.is_split)
    for (const line of row.lines)
      text += `S${target(line)}\n${line.notes ? `E${collapseSpace(line.notes)}\n` : ''}$${money(line.amount)}\n`
  return `${text}^\n`
}
