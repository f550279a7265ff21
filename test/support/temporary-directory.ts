/** Creates a temporary config directory for a test. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a test with a config directory that is empty or contains these files. */
export async function withFolder(
  test: (folder: string) => Promise<void> | void,
  files: Record<string, string> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 })
  try {
    await test(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
