/** Asks on a terminal for the transaction that is to be added, and shows the whole before it is booked. */ // cli.md §1 Interactive

import type { Entry, Reading, World } from '../../../command/define.ts'
import type { KnownAccount } from '../../../command/name-cache.ts'
import { accountToBookIn, amount, date, envelope } from '../../../command/options.ts'
import { findAccount, type NamedCategory, openAccount } from '../../../command/resolve-name.ts'
import { Mistake } from '../../../contract/errors.ts'
import { nameKey } from '../../../contract/normalize-name.ts'
import { largestPage } from '../../../contract/operations/transactions.ts'
import { isNegative, negate } from '../../../money/decimal.ts'
import { grouped } from '../../../render/format-amount.ts'

type Envelope = NamedCategory | 'rta'

/** What was said on the line already. */
export interface Said {
  account: KnownAccount | undefined
  date: string | undefined
  merchant: string | undefined
  envelope: Envelope | undefined
  /** Is it said elsewhere what it is for? */
  hasPurpose: boolean
}

/** The answers, together with what was said on the line. */
export interface Answers {
  amount: string
  account: KnownAccount
  date: string
  merchant: string | undefined
  envelope: Envelope | undefined
}

/** Asks for what the line left out. Throws a Mistake when the person turns away or does not want it. */
export async function askTransaction(world: World, said: Said): Promise<Answers> {
  const amount = await askAmount(world)
  const merchant = said.merchant ?? (await askPayee(world))
  const envelope =
    said.envelope ?? (said.hasPurpose ? undefined : await askCategory(world, { amount, merchant }))
  const account = said.account ?? (await askAccount(world))
  const date = said.date ?? (await askDate(world))
  const answers = { amount, merchant, envelope, account, date }
  if (world.yes || world.dryRun || (await world.ask('Add it?', describe(answers, said.hasPurpose))))
    return answers
  throw new Mistake('unconfirmed', 'Nothing was changed')
}

function describe({ amount, merchant, envelope, account, date }: Answers, hasPurpose: boolean): string {
  const whom = merchant === undefined ? '' : ` ${merchant}`
  const purpose =
    envelope === undefined ? (hasPurpose ? '' : ', in the category a rule gives it') : `, ${nameOf(envelope)}`
  return `${grouped(amount)}${whom} on ${date} in ${account.name}${purpose}`
}

const nameOf = (envelope: Envelope): string => (envelope === 'rta' ? 'Ready to Assign' : envelope.name)

const OUT = 'out'

async function askAmount({ choose, askFor }: World): Promise<string> {
  const way = await choose('Money out or in?', [
    { value: OUT, label: 'Money out' },
    { value: 'in', label: 'Money in' },
  ])
  if (way === undefined) throw new Mistake('unconfirmed', 'Nothing was changed')
  const typed = await askFor(amount('How much?'))
  return isNegative(typed) === (way === OUT) ? typed : negate(typed)
}

async function askPayee({ type }: World): Promise<string | undefined> {
  const typed = await type('Payee (nobody)')
  if (typed === undefined) throw new Mistake('unconfirmed', 'Nothing was changed')
  return typed.trim() === '' ? undefined : typed
}

/** The same question, to which an empty answer means what is proposed. */
const proposing = <Value>(
  entry: Entry<Value>,
  question: string,
  proposed: (reading: Reading) => Value | Promise<Value>,
): Entry<Value> => ({
  help: question,
  placeholder: entry.placeholder,
  proposes: true,
  read: (text, reading) => (text.trim() === '' ? proposed(reading) : entry.read(text, reading)),
})

async function askCategory(
  world: World,
  { amount, merchant }: { amount: string; merchant: string | undefined },
): Promise<Envelope | undefined> {
  const last = merchant === undefined ? undefined : await lastEnvelope(world, merchant)
  const proposed = last ?? (isNegative(amount) ? undefined : 'rta')
  const words = proposed === undefined ? 'none' : `${nameOf(proposed)}${last ? ', as last time' : ''}`
  const entry: Entry<Envelope | undefined> = envelope('Category')
  return world.askFor(proposing(entry, `Category (${words})`, () => proposed))
}

/** What a payee's newest transaction was for. */
async function lastEnvelope({ api, names }: World, merchant: string): Promise<Envelope | undefined> {
  const { transactions } = await api.listTransactions({ query: { limit: largestPage } })
  const key = nameKey(merchant)
  const last = transactions.find(({ merchant_name: name }) => name !== null && nameKey(name) === key)
  if (last?.ready_to_assign) return 'rta'
  return (await names.categories()).find(({ id, archived }) => id === last?.category_id && !archived)
}

async function askAccount(world: World): Promise<KnownAccount> {
  const { default_account } = (await world.settings()).meant().profile
  const entry = accountToBookIn('Account')
  if (default_account !== undefined) {
    const read = ({ names }: Reading) =>
      findAccount(names, default_account).then((found) => openAccount(names, found))
    return world.askFor(proposing(entry, `Account (${default_account})`, read))
  }
  const open = (await world.names.accounts()).filter(({ on_budget, closed }) => on_budget && !closed)
  const [only] = open
  return only && open.length === 1 ? only : world.askFor(entry)
}

const askDate = ({ askFor }: World): Promise<string> =>
  askFor(proposing(date('Date'), 'Date (today)', ({ today }) => today))
