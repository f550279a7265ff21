/** Adds to the registry where each workspace was last copied to, and when. */
export const registryMigration2 = `
ALTER TABLE workspaces ADD COLUMN backup_path TEXT;
ALTER TABLE workspaces ADD COLUMN backup_at INTEGER;
`
