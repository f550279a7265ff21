/**
 * Creates the tables of a journal of imports. Instants are milliseconds since 1970; ids are separated by line
 * feeds.
 */
export const importJournalMigration = `
CREATE TABLE imports (
  workspace TEXT NOT NULL, -- empty where the file belongs to one workspace
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  path TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('unfinished', 'done', 'undone')),
  asked TEXT NOT NULL,
  result TEXT NOT NULL DEFAULT '',
  known TEXT NOT NULL,
  PRIMARY KEY (workspace, id)
) STRICT;

CREATE TABLE batches (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace TEXT NOT NULL,
  import_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sending', 'unknown', 'done', 'noted')),
  sent_at INTEGER NOT NULL,
  first_date TEXT NOT NULL,
  last_date TEXT NOT NULL,
  keys BLOB NOT NULL,
  "references" TEXT NOT NULL,
  ids TEXT NOT NULL DEFAULT '',
  drafts TEXT NOT NULL,
  FOREIGN KEY (workspace, import_id) REFERENCES imports (workspace, id)
) STRICT;
CREATE INDEX batches_of_account ON batches (workspace, account_id, last_date);
CREATE INDEX batches_of_import ON batches (workspace, import_id);
`
