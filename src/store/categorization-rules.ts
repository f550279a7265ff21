/** Reads and writes the `rules` table: the rules of auto-categorization. */

import type { ContentRule } from '../contract/ports/workspace-content.ts'
import type { Database } from './database.ts'

/** A rule of auto-categorization; all its conditions must hold. @see docs/spec.md#x1 */
export type CategorizationRuleRow = Omit<ContentRule, 'position'>

type StoredRule = Omit<CategorizationRuleRow, 'ready_to_assign'> & { ready_to_assign: number }

/** Returns the statements of the rules. */
export function categorizationRulesTable(database: Database) {
  const all = database.prepare<StoredRule>(
    'SELECT seq, merchant, merchant_contains, account, direction, category, ready_to_assign FROM rules ORDER BY position, seq',
  )
  const insert = database.prepare(
    `INSERT INTO rules (position, merchant, merchant_contains, account, direction, category, ready_to_assign)
     VALUES ((SELECT coalesce(max(position), 0) + 1 FROM rules), ?, ?, ?, ?, ?, ?)`,
  )
  const setPosition = database.prepare('UPDATE rules SET position = ? WHERE seq = ?')
  const remove = database.prepare('DELETE FROM rules WHERE seq = ?')
  const moveCategory = database.prepare('UPDATE rules SET category = ? WHERE category = ?')
  const dropCategory = database.prepare('DELETE FROM rules WHERE category = ?')
  const moveMerchant = database.prepare('UPDATE rules SET merchant = ? WHERE merchant = ?')
  const dropMerchant = database.prepare('DELETE FROM rules WHERE merchant = ?')

  return {
    /** Lists the rules by position. */
    list: (): CategorizationRuleRow[] =>
      all.all().map((row) => ({ ...row, ready_to_assign: row.ready_to_assign === 1 })),
    insert: (rule: Omit<CategorizationRuleRow, 'seq'>): number =>
      insert.run(
        rule.merchant,
        rule.merchant_contains,
        rule.account,
        rule.direction,
        rule.category,
        Number(rule.ready_to_assign),
      ).key,
    /** Sets the positions of the rules to this order. */
    reorder: (seqs: readonly number[]): void => seqs.forEach((seq, index) => setPosition.run(index + 1, seq)),
    remove: (seq: number): void => void remove.run(seq),
    /** Moves the rules of one category to another; `to` null deletes them. */
    moveCategory: (from: number, to: number | null): void =>
      void (to === null ? dropCategory.run(from) : moveCategory.run(to, from)),
    /** Moves the rules about one merchant to another; `to` null deletes them. */
    moveMerchant: (from: number, to: number | null): void =>
      void (to === null ? dropMerchant.run(from) : moveMerchant.run(to, from)),
  }
}
