/** Creates the tables of the registry: the workspaces of this machine, and the keys for them. */
export const registryMigration1 = `
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  currency TEXT NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  name TEXT,
  sha256 BLOB NOT NULL UNIQUE,
  read_only INTEGER NOT NULL CHECK (read_only IN (0, 1)),
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
`
