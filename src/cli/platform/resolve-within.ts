/** Resolves paths that must stay in a folder. @see docs/mcp.md#files */

import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { UserError } from '../../contract/errors.ts'

/**
 * Resolves a path in a folder, after links.
 * @throws UserError when it leads out of the folder, or to no ordinary file; it tells nothing of what is outside
 */
export function resolveWithin(folder: string, path: string): string {
  const refuse = (): never => {
    throw new UserError('invalid', 'No such file in the folder', { field: 'file' })
  }
  try {
    const root = realpathSync(folder)
    const target = realpathSync(resolve(root, path))
    const inside = relative(root, target)
    if (inside === '' || inside.startsWith('..') || isAbsolute(inside) || !statSync(target).isFile())
      return refuse()
    return target
  } catch (error) {
    if (error instanceof UserError) throw error
    return refuse()
  }
}
