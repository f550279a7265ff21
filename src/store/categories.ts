/** Reads and writes the `category_groups` and `categories` tables. */

import type { ContentCategory, ContentGroup } from '../contract/ports/workspace-content.ts'
import type { Database } from './database.ts'

/** A category group. */
export type GroupRow = Omit<ContentGroup, 'position'>

/** A category. */
export type CategoryRow = Omit<ContentCategory, 'position'>

type StoredGroup = Omit<GroupRow, 'system'> & { system: number }

interface StoredCategory {
  seq: number
  name: string
  category_group: number
  card: number | null
  archived: number
  deleted: number
}

const readGroup = (row: StoredGroup): GroupRow => ({ seq: row.seq, name: row.name, system: row.system === 1 })

const readCategory = (row: StoredCategory): CategoryRow => ({
  seq: row.seq,
  name: row.name,
  group: row.category_group,
  card: row.card,
  archived: row.archived === 1,
  deleted: row.deleted === 1,
})

/** Returns the statements of the category groups. */
export function groupsTable(database: Database) {
  const bySeq = database.prepare<StoredGroup>('SELECT * FROM category_groups WHERE seq = ?')
  const byKey = database.prepare<StoredGroup>('SELECT * FROM category_groups WHERE name_key = ?')
  const all = database.prepare<StoredGroup>(
    'SELECT * FROM category_groups ORDER BY system DESC, position, seq',
  )
  // A new group comes last; the system group is listed first whatever its position. docs/spec.md#b73
  const insert = database.prepare(
    `INSERT INTO category_groups (name, name_key, system, position)
     VALUES (?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM category_groups))`,
  )
  const rename = database.prepare('UPDATE category_groups SET name = ?, name_key = ? WHERE seq = ?')
  const setPosition = database.prepare('UPDATE category_groups SET position = ? WHERE seq = ?')
  const remove = database.prepare('DELETE FROM category_groups WHERE seq = ?')

  return {
    get(seq: number): GroupRow | undefined {
      const row = bySeq.get(seq)
      return row && readGroup(row)
    },
    findByKey(key: string): GroupRow | undefined {
      const row = byKey.get(key)
      return row && readGroup(row)
    },
    list: (): GroupRow[] => all.all().map(readGroup),
    insert: (group: { name: string; key: string; system: boolean }): number =>
      insert.run(group.name, group.key, Number(group.system)).key,
    rename: (seq: number, name: string, key: string): void => void rename.run(name, key, seq),
    /** Sets the positions of the groups to this order. */
    reorder: (seqs: readonly number[]): void => seqs.forEach((seq, index) => setPosition.run(index + 1, seq)),
    /** Removes a group that no category refers to, not even a deleted one. */
    remove: (seq: number): void => void remove.run(seq),
  }
}

/** Returns the statements of the categories. */
export function categoriesTable(database: Database) {
  const bySeq = database.prepare<StoredCategory>('SELECT * FROM categories WHERE seq = ?')
  const active = database.prepare<StoredCategory>(
    'SELECT * FROM categories WHERE deleted = 0 ORDER BY position, seq',
  )
  const byKey = database.prepare<StoredCategory>(
    'SELECT * FROM categories WHERE category_group = ? AND name_key = ? AND deleted = 0 AND card IS NULL',
  )
  const byCard = database.prepare<StoredCategory>('SELECT * FROM categories WHERE card = ? AND deleted = 0')
  const top = '(SELECT coalesce(min(position), 0) - 1 FROM categories WHERE category_group = ?)'
  const insert = database.prepare(
    `INSERT INTO categories (name, name_key, category_group, card, position) VALUES (?, ?, ?, ?, ${top})`,
  )
  const rename = database.prepare('UPDATE categories SET name = ?, name_key = ? WHERE seq = ?')
  // One statement, because a name that is unique in both groups may not be unique half-way.
  const move = database.prepare(
    `UPDATE categories SET category_group = ?, name = ?, name_key = ?, position = ${top} WHERE seq = ?`,
  )
  const moveDeleted = database.prepare(
    'UPDATE categories SET category_group = ? WHERE category_group = ? AND deleted = 1',
  )
  const setPosition = database.prepare('UPDATE categories SET position = ? WHERE seq = ?')
  const archive = database.prepare('UPDATE categories SET archived = ? WHERE seq = ?')
  const remove = database.prepare('UPDATE categories SET deleted = 1 WHERE seq = ?')
  const readOrUndefined = (row: StoredCategory | undefined): CategoryRow | undefined =>
    row && readCategory(row)

  return {
    /** Returns a category, deleted or not. */
    get: (seq: number): CategoryRow | undefined => readOrUndefined(bySeq.get(seq)),
    /** Lists the categories that are not deleted, in the order of their groups. */
    list: (): CategoryRow[] => active.all().map(readCategory),
    findByKey: (group: number, key: string): CategoryRow | undefined =>
      readOrUndefined(byKey.get(group, key)),
    /** Returns the payment category of a credit account. */
    findByCard: (account: number): CategoryRow | undefined => readOrUndefined(byCard.get(account)),
    /** Inserts a category at the top of its group. */
    insert: (category: { name: string; key: string; group: number; card: number | null }): number =>
      insert.run(category.name, category.key, category.group, category.card, category.group).key,
    rename: (seq: number, name: string, key: string): void => void rename.run(name, key, seq),
    /** Moves a category to the top of a group and renames it. */
    move: (seq: number, to: { group: number; name: string; key: string }): void =>
      void move.run(to.group, to.name, to.key, to.group, seq),
    /** Moves the deleted categories of a group to another one; their old transactions may still refer to them. */
    moveDeleted: (from: number, to: number): void => void moveDeleted.run(to, from),
    /** Sets the positions of the categories of a group to this order. */
    reorder: (seqs: readonly number[]): void => seqs.forEach((seq, index) => setPosition.run(index + 1, seq)),
    setArchived: (seq: number, archived: boolean): void => void archive.run(Number(archived), seq),
    remove: (seq: number): void => void remove.run(seq),
  }
}
