/**
 * Adds the id of the draft that an entry of the history applied: no draft is applied twice.
 * @see docs/history.md#4-drafts
 */
export const draftsMigration = `
ALTER TABLE history_entries ADD COLUMN draft TEXT;
CREATE UNIQUE INDEX history_entries_by_draft ON history_entries (draft) WHERE draft IS NOT NULL;
`
