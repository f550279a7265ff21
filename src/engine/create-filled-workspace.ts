/** Creates a workspace with all of its content: whole, or not at all. */

import { randomUUID } from 'node:crypto'
import { StorageError } from '../contract/errors.ts'
import type { WorkspaceContent } from '../contract/ports/workspace-content.ts'
import { fillWorkspaceFile } from '../store/fill-workspace-file.ts'
import { addFinalName, removeTemporaryName } from '../store/publish-file.ts'
import { toStorageError } from '../store/sqlite-errors.ts'
import { fillWorkspace } from './fill-workspace.ts'

/** Where a workspace is created. */
interface NewWorkspaceFile {
  /** The path of its file. */
  file: string
  id_salt: string
  /** Registers the workspace; it exists once the transaction around `createFilledFile` is committed. */
  register: () => void
}

/**
 * Writes the file of a workspace under a temporary name, registers it and gives it its own name. The caller holds the
 * registry, and calls the returned function when the registration is committed.
 * @throws InvalidContentError for content that no workspace may have
 * @throws StorageError when the file cannot be written
 */
export function createFilledFile(
  content: WorkspaceContent,
  { file, id_salt, register }: NewWorkspaceFile,
): () => void {
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    fillWorkspaceFile(temporary, { currency: content.currency, id_salt }, (tables) =>
      fillWorkspace(tables, content),
    )
    register()
    addFinalName(temporary, file)
  } catch (error) {
    removeTemporaryName(temporary)
    // SQLite's error names the temporary file.
    throw toStorageError(error instanceof StorageError ? (error.cause ?? error) : error, file)
  }
  return () => removeTemporaryName(temporary)
}
