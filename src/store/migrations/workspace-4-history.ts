/**
 * Creates the history of changes, and moves figures that follow from other rows out of the tables whose changes it
 * records: only then an entry can be taken back although later ones moved the same balance.
 * @see docs/history.md#2-on-this-machine-changesets
 */
export const historyMigration = `
-- What one command, one import or one request changed.
CREATE TABLE history_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  command TEXT NOT NULL,
  actor TEXT,
  undoes INTEGER REFERENCES history_entries (id),
  undone_by INTEGER REFERENCES history_entries (id),
  version INTEGER NOT NULL, -- of the tables: a changeset fits no other version
  counts TEXT NOT NULL, -- JSON: changed rows by table
  kept TEXT NOT NULL DEFAULT '[]' -- JSON: rows that an undo left because later entries use them
) STRICT;

CREATE TABLE history_changes (
  entry INTEGER NOT NULL REFERENCES history_entries (id),
  part INTEGER NOT NULL, -- an import commits several times
  inserted TEXT NOT NULL, -- JSON: ranges of the keys of new rows, by table
  changeset BLOB NOT NULL, -- of every other change
  PRIMARY KEY (entry, part)
) STRICT, WITHOUT ROWID;

-- The sums over the live transactions of each account.
CREATE TABLE account_balances (
  account INTEGER PRIMARY KEY,
  cleared_balance INTEGER NOT NULL DEFAULT 0,
  pending_balance INTEGER NOT NULL DEFAULT 0,
  live_transactions INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO account_balances SELECT seq, cleared_balance, pending_balance, live_transactions FROM accounts;
ALTER TABLE accounts DROP COLUMN cleared_balance;
ALTER TABLE accounts DROP COLUMN pending_balance;
ALTER TABLE accounts DROP COLUMN live_transactions;

-- What a person assigned; the figures of the months repeat it.
CREATE TABLE assignments (
  month TEXT NOT NULL,
  category INTEGER NOT NULL REFERENCES categories (seq),
  assigned INTEGER NOT NULL,
  PRIMARY KEY (month, category)
) STRICT, WITHOUT ROWID;
INSERT INTO assignments SELECT month, category, assigned FROM cells WHERE assigned <> 0;

-- The last explicit categorization of a merchant in each entry of the history; the latest one is what it learned.
CREATE TABLE explicit_categorizations (
  merchant INTEGER NOT NULL REFERENCES merchants (seq),
  entry INTEGER NOT NULL, -- 0 before there was a history
  category INTEGER REFERENCES categories (seq),
  ready_to_assign INTEGER NOT NULL CHECK (ready_to_assign IN (0, 1)),
  PRIMARY KEY (merchant, entry)
) STRICT, WITHOUT ROWID;
INSERT INTO explicit_categorizations SELECT seq, 0, learned_category, learned_ready_to_assign FROM merchants
  WHERE learned_category IS NOT NULL OR learned_ready_to_assign = 1;

-- Merchants whose past categorizations are asked; one too many does no harm.
CREATE TABLE categorized_merchants (merchant INTEGER PRIMARY KEY) STRICT;
INSERT INTO categorized_merchants SELECT seq FROM merchants WHERE taught = 1;
ALTER TABLE merchants DROP COLUMN taught;
ALTER TABLE merchants DROP COLUMN learned_category;
ALTER TABLE merchants DROP COLUMN learned_ready_to_assign;
`
