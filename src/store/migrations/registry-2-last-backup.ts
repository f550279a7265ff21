/** Adds where and when each workspace was last backed up. */
export const registryMigration2 = `
ALTER TABLE workspaces ADD COLUMN backup_path TEXT;
ALTER TABLE workspaces ADD COLUMN backup_at INTEGER;
`
