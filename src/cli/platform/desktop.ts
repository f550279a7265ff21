/** Opens files with the program that the desktop has for them. */

import { spawn } from 'node:child_process'

// Windows looks for a program of that name; its argument is no command line, so that no shell reads the path.
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', win32: 'explorer' }

/** Opens a file and does not wait for the program; false when this computer has no such opener. */
export const openWithDesktop = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(OPENERS[process.platform] ?? 'xdg-open', [path], { detached: true, stdio: 'ignore' })
    child.on('error', () => resolve(false))
    child.on('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
