/** Before rows are booked that stand in another account already: is this the account that is meant? */ // import.md §10

import type { World } from '../../../command/define.ts'
import { Mistake } from '../../../contract/errors.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import { alreadyIn, type OtherAccount } from '../../../render/import-accounts.ts'
import { importCommand, type TypedImport } from './command-line.ts'

/** The other account by its name; undefined where none has the rows, or it is gone. */
export async function namedElsewhere(
  { names }: World,
  { elsewhere }: ImportPreview,
): Promise<OtherAccount | undefined> {
  if (!elsewhere) return undefined
  const account = (await names.accounts()).find(({ id }) => id === elsewhere.account_id)
  return account && { account_name: account.name, rows: elsewhere.rows, of: elsewhere.of }
}

/** From this share on the file is that of the other account. */
const NEARLY_ALL = 0.9

interface Asked {
  path: string
  account: { name: string }
  typed?: TypedImport
  accepted: boolean
  plan?: string | undefined
}

/** Asks whether to book rows that another account has. Throws a Mistake where nobody says so; a part of them is only told. */
export async function confirmElsewhere(
  world: World,
  other: OtherAccount | undefined,
  { path, account, typed, accepted, plan }: Asked,
): Promise<void> {
  if (!other) return
  const { account_name: name, rows, of } = other
  const told = alreadyIn(other)
  if (accepted || plan !== undefined || rows < of * NEARLY_ALL) return world.warn(told)
  if (world.canAsk()) {
    if (await world.ask(`${told}. Book them in ${account.name} as well?`, '')) return
    throw new Mistake('unconfirmed', 'Nothing was booked')
  }
  const profile = (await world.settings()).flag
  const line = typed ?? { files: [path], flags: {} }
  const there = importCommand({ ...line, assigns: false }, { account: name, profile, more: [] })
  const here = importCommand(line, { account: account.name, profile, more: ['--accept'] })
  throw new Mistake('usage', told, {
    hint: `The file is that of ${name}: ${there}\nIt belongs into ${account.name} all the same: ${here}`,
  })
}
