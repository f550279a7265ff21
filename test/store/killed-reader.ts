/** Reads a foreign database, as a process of its own that is killed in the middle. Its argument is the file. */

import { readFileSync } from 'node:fs'
import { readForeignDatabase } from '../../src/store/foreign-database.ts'

const [path = ''] = process.argv.slice(2)
readForeignDatabase({ path, bytes: readFileSync(path) }, (tables) => {
  for (const row of tables.iterate('accounts', ['name'])) {
    process.stderr.write(row.join())
    process.kill(process.pid, 'SIGKILL')
  }
})
