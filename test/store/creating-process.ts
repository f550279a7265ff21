/**
 * Creates workspace files at given times, as a process of its own. Its arguments are a directory, how many files,
 * and the time of the first in milliseconds; it waits for each time without a pause, so that processes meet.
 */

import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { openWorkspaceStore } from '../../src/store/workspace-store.ts'

const [folder = '', files = '0', start = '0'] = process.argv.slice(2)
for (let at = 0; at < Number(files); at++) {
  while (Date.now() < Number(start) + at * 40);
  openWorkspaceStore(join(folder, `${at}.db`), () => ({
    currency: 'USD',
    id_salt: '0123456789ABCDEF',
  })).close()
}
writeSync(1, 'done\n')
