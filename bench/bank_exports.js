/**
 * Reads the real bank files that lie beside the repository and prints what became of each: right, wrong, or refused with its question.
 *
 *   node bench/bank_exports.js
 */

import { Buffer } from 'node:buffer'
import { join } from 'node:path'
import { build } from 'esbuild'

const tests = join(import.meta.dirname, '../test/import')

// Node 20 runs no TypeScript, and the files are judged by the very code that the tests judge them by.
const { outputFiles } = await build({
  entryPoints: [join(tests, 'bank_exports.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
  define: { 'import.meta.dirname': JSON.stringify(tests) },
})
const source = Buffer.from(outputFiles[0].contents).toString('base64')
const { bankFiles, haveBankFiles, outcomeOf } = await import(`data:text/javascript;base64,${source}`)

/** How the files of one kind fared, in a line. */
function summary(kind, outcomes) {
  const some = outcomes.filter(({ name }) => name.startsWith(`${kind}/`))
  const count = (result) => some.filter((one) => one.result === result).length
  return `${kind}: ${some.length} files, ${count('right')} right, ${count('refused')} refused, ${count('wrong')} wrong`
}

if (haveBankFiles) {
  const outcomes = bankFiles().map((file) => outcomeOf(file))
  const kinds = new Set(outcomes.map(({ name }) => name.split('/')[0]))
  const lines = [
    ...outcomes.map(({ name, result, why }) => `${name.padEnd(34)} ${result}${why && `: ${why}`}`),
    ...[...kinds].map((kind) => summary(kind, outcomes)),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
} else {
  process.stderr.write('No folder ../shared/bank-exports beside the repository; its files belong to others\n')
  process.exitCode = 1
}
