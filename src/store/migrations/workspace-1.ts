/**
 * Creates the tables of a workspace. Amounts are minor units, instants milliseconds since 1970; `seq` is the
 * order of creation.
 */
export const workspaceMigration1 = `
CREATE TABLE workspace (
  currency TEXT NOT NULL,
  id_salt TEXT NOT NULL -- makes this workspace's ids its own
) STRICT;

CREATE TABLE accounts (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  notes TEXT,
  closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
  linked INTEGER NOT NULL DEFAULT 0 CHECK (linked IN (0, 1)),
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  last_reconciled_at INTEGER,
  -- Kept by every write; always the sums over the live transactions.
  cleared_balance INTEGER NOT NULL DEFAULT 0,
  pending_balance INTEGER NOT NULL DEFAULT 0,
  live_transactions INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE category_groups (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  system INTEGER NOT NULL DEFAULT 0 CHECK (system IN (0, 1)),
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE categories (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  category_group INTEGER NOT NULL REFERENCES category_groups (seq),
  card INTEGER REFERENCES accounts (seq), -- of a payment category: the credit account it pays
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  position INTEGER NOT NULL
) STRICT;
-- Payment categories are named after accounts, whose names may repeat.
CREATE UNIQUE INDEX categories_by_name ON categories (category_group, name_key) WHERE deleted = 0 AND card IS NULL;

CREATE TABLE merchants (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  -- A person has categorized or reviewed a transaction of it: only then its history is asked and its words are filed.
  taught INTEGER NOT NULL DEFAULT 0 CHECK (taught IN (0, 1)),
  learned_category INTEGER REFERENCES categories (seq), -- the last explicit categorization
  learned_ready_to_assign INTEGER NOT NULL DEFAULT 0 CHECK (learned_ready_to_assign IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX merchants_by_name ON merchants (name_key) WHERE deleted = 0;

-- The words taught merchants are likened by.
CREATE TABLE merchant_words (
  word TEXT NOT NULL,
  merchant INTEGER NOT NULL REFERENCES merchants (seq),
  PRIMARY KEY (word, merchant)
) STRICT, WITHOUT ROWID;

CREATE TABLE transactions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  date TEXT NOT NULL,
  amount INTEGER NOT NULL,
  account INTEGER NOT NULL REFERENCES accounts (seq),
  card INTEGER, -- the account once more where it is a credit account, so that only those rows are indexed
  merchant INTEGER REFERENCES merchants (seq),
  category INTEGER REFERENCES categories (seq),
  ready_to_assign INTEGER NOT NULL DEFAULT 0 CHECK (ready_to_assign IN (0, 1)),
  notes TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'cleared', 'reconciled')),
  review_status TEXT NOT NULL CHECK (review_status IN ('reviewed', 'needs_review')),
  auto INTEGER NOT NULL DEFAULT 0 CHECK (auto IN (0, 1)), -- categorized by the service, not by a person
  split INTEGER NOT NULL DEFAULT 0 CHECK (split IN (0, 1)),
  pair INTEGER, -- of a transfer: the other side
  transfer_account INTEGER REFERENCES accounts (seq), -- of a transfer: the other side's account
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (category IS NULL OR ready_to_assign = 0),
  CHECK (split = 0 OR (category IS NULL AND ready_to_assign = 0)),
  CHECK ((pair IS NULL) = (transfer_account IS NULL))
) STRICT;
CREATE INDEX transactions_by_date ON transactions (date DESC, seq DESC);
-- The walk over a card's history.
CREATE INDEX transactions_of_cards ON transactions (card, date, amount, seq) WHERE card IS NOT NULL AND deleted = 0;
-- What a merchant's transactions were categorized as; uncategorized imports stay out of it.
CREATE INDEX transactions_categorized ON transactions (merchant, date DESC, seq DESC)
  WHERE merchant IS NOT NULL AND (category IS NOT NULL OR ready_to_assign = 1);

CREATE TABLE split_lines (
  "transaction" INTEGER NOT NULL REFERENCES transactions (seq),
  line INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  category INTEGER REFERENCES categories (seq),
  ready_to_assign INTEGER NOT NULL CHECK (ready_to_assign IN (0, 1)),
  notes TEXT,
  PRIMARY KEY ("transaction", line),
  CHECK (category IS NULL OR ready_to_assign = 0)
) STRICT, WITHOUT ROWID;

-- The figures of each month, kept by every write. Category 0 is the hidden envelope of uncategorized lines, -1 is income.
CREATE TABLE cells (
  month TEXT NOT NULL,
  category INTEGER NOT NULL,
  assigned INTEGER NOT NULL DEFAULT 0,
  activity INTEGER NOT NULL DEFAULT 0,
  credit INTEGER NOT NULL DEFAULT 0, -- the part of activity that was borrowed on cards
  PRIMARY KEY (month, category)
) STRICT, WITHOUT ROWID;

-- What each card contributes to the cells; taken back and worked out anew when the card's history changes.
CREATE TABLE card_cells (
  card INTEGER NOT NULL REFERENCES accounts (seq),
  month TEXT NOT NULL,
  category INTEGER NOT NULL,
  activity INTEGER NOT NULL,
  credit INTEGER NOT NULL,
  credit_out INTEGER NOT NULL, -- the purchases alone, without refunds
  PRIMARY KEY (card, month, category)
) STRICT, WITHOUT ROWID;

-- The credit part of each line, in the order in which envelopes fund them.
CREATE TABLE credit_parts (
  month TEXT NOT NULL,
  category INTEGER NOT NULL,
  date TEXT NOT NULL,
  amount INTEGER NOT NULL, -- of the whole transaction: it only orders
  "transaction" INTEGER NOT NULL,
  line INTEGER NOT NULL,
  card INTEGER NOT NULL,
  part INTEGER NOT NULL,
  PRIMARY KEY (month, category, date, amount, "transaction", line)
) STRICT, WITHOUT ROWID;

CREATE TABLE targets (
  category INTEGER PRIMARY KEY REFERENCES categories (seq),
  kind TEXT NOT NULL,
  amount INTEGER NOT NULL,
  weekday INTEGER CHECK (weekday BETWEEN 0 AND 6), -- 0 is Monday
  by_date TEXT,
  repeat_months INTEGER CHECK (repeat_months > 0),
  start_month TEXT -- before it the target does not exist; null: it always did
) STRICT;

CREATE TABLE snoozes (
  category INTEGER NOT NULL REFERENCES categories (seq),
  month TEXT NOT NULL,
  PRIMARY KEY (category, month)
) STRICT, WITHOUT ROWID;

-- Answers kept for a day, so that a request repeated with the same Idempotency-Key changes nothing twice.
CREATE TABLE replies (
  idempotency_key TEXT PRIMARY KEY,
  request_hash TEXT NOT NULL,
  reply TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX replies_by_age ON replies (created_at);

CREATE TABLE rules (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  position INTEGER NOT NULL,
  merchant INTEGER REFERENCES merchants (seq),
  merchant_contains TEXT, -- a name key
  account INTEGER REFERENCES accounts (seq),
  direction TEXT CHECK (direction IN ('outflow', 'inflow')),
  category INTEGER REFERENCES categories (seq),
  ready_to_assign INTEGER NOT NULL DEFAULT 0 CHECK (ready_to_assign IN (0, 1))
) STRICT;
`
