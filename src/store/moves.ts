/** Reads and writes the `moves` table: what the files said from which a workspace was brought in. */

import type { ContentMove } from '../contract/ports/workspace-content.ts'
import type { Database } from './database.ts'

/** Creates the table. */
export const movesMigration = `
CREATE TABLE moves (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  source TEXT NOT NULL, -- the program of the file
  answers TEXT NOT NULL, -- JSON: what the user said about the file
  said BLOB NOT NULL -- what the file said, compressed
) STRICT;
`

/** Returns the statements of the moves. */
export function movesTable({ prepare }: Database) {
  const latest = prepare<ContentMove>('SELECT at, source, answers, said FROM moves ORDER BY seq DESC LIMIT 1')
  const insert = prepare('INSERT INTO moves (at, source, answers, said) VALUES (?, ?, ?, ?)')
  return {
    /** Returns the latest move; undefined for a workspace that did not move in. */
    getLatest: (): ContentMove | undefined => latest.get(),
    insert: ({ at, source, answers, said }: ContentMove): void => void insert.run(at, source, answers, said),
  }
}
