/** Creates the table of reconciliations: up to which date an account agreed with which balance of the bank. */
export const reconciliationsMigration = `
CREATE TABLE reconciliations (
  account INTEGER NOT NULL REFERENCES accounts (seq),
  date TEXT NOT NULL,
  balance INTEGER NOT NULL, -- of the bank, in minor units
  at INTEGER NOT NULL,
  PRIMARY KEY (account, date)
) STRICT, WITHOUT ROWID;
`
