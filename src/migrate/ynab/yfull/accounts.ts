/** Reads the accounts of a YNAB 4 budget. */

import { isCreditAccountType } from '../../../contract/operations/accounts.ts'
import type { MinorUnits } from '../../../money/minor-units.ts'
import type { SourceAccount } from '../../source-budget.ts'
import { suggestAccountType } from '../../suggest-account-type.ts'
import { readInstant, translateType } from '../json/accounts-and-categories.ts'
import { readOptionalBoolean, readOptionalText, readText } from '../json/json-fields.ts'
import { compareOrder, isDeleted, type Ynab4Entities } from './ynab4-entities.ts'

/** Returns the accounts, and which are cards; of deleted ones those that still have transactions, as closed. */
export function readAccounts(
  entities: Ynab4Entities,
  { balances, used }: { balances: ReadonlyMap<string, MinorUnits>; used: ReadonlySet<string> },
): { accounts: SourceAccount[]; cards: SourceAccount[] } {
  const cards: SourceAccount[] = []
  const accounts = entities
    .list('account')
    .filter((record) => !isDeleted(record) || used.has(readText(record, 'entityId')))
    .toSorted(compareOrder)
    .map((record): SourceAccount => {
      const [key, name] = [readText(record, 'entityId'), readText(record, 'accountName')]
      const onBudget = readOptionalBoolean(record, 'onBudget') !== false
      const stated = translateType(readOptionalText(record, 'accountType') ?? '', onBudget).type
      const isCard = onBudget && stated !== undefined && isCreditAccountType(stated)
      const type = isCard ? undefined : stated
      const owesMoney = (balances.get(key) ?? 0n) < 0n
      const account = {
        key,
        name,
        type,
        suggestedType: type ?? suggestAccountType({ name, onBudget, isCard: false, owesMoney }),
        onBudget,
        closed: readOptionalBoolean(record, 'hidden') === true || isDeleted(record),
        notes: readOptionalText(record, 'note') ?? null,
        lastReconciledAt: readInstant(record, 'lastReconciledDate'),
      }
      if (isCard) cards.push(account)
      return account
    })
  return { accounts, cards }
}
