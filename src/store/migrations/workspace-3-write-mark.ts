/** The migration to version 3: one row that every transaction replaced until budget stopped reading it. */

/** Makes a table that nothing reads or writes any more; a file's version counts its migrations. */
export const writeMarkMigration = 'CREATE TABLE write_mark (mark TEXT NOT NULL) STRICT'
