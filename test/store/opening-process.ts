/**
 * Opens a workspace, which migrates an old one. It prints `begin` before that, and after it `open` and the
 * milliseconds it took; then it stays until it is killed, or ends when its second argument is `end`.
 */

import { writeSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { openWorkspaceStore } from '../../src/store/workspace-store.ts'

const [file = '', end] = process.argv.slice(2)
writeSync(1, 'begin\n')
const start = performance.now()
const store = openWorkspaceStore(file)
writeSync(1, `open ${performance.now() - start}\n`)
if (end === 'end') store.close()
else setInterval(() => undefined, 1000)
