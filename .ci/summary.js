/** Says what the test runs came to: which tests failed and how, which were skipped, and the closing line. Its arguments are Vitest's JSON reports. */

import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')))
const sum = (count) => reports.reduce((total, report) => total + count(report), 0)

const files = reports.flatMap(({ testResults }) => testResults)
const tests = files.flatMap(({ name, assertionResults }) =>
  assertionResults.map((test) => ({ ...test, file: name })),
)

const hasFailed = ({ status }) => status === 'failed'
// The log of a long run is read from its end: what failed is said again here, with the first lines of its message.
const failures = [
  ...files.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some(hasFailed)),
  ...tests.filter(hasFailed),
]
for (const {
  name,
  file = name,
  fullName = '(outside its tests)',
  message,
  failureMessages = [message],
} of failures.slice(0, 20)) {
  const lines = failureMessages.join('\n').split('\n').slice(0, 8)
  process.stdout.write(`failed: ${relative(process.cwd(), file)} ${fullName}\n    ${lines.join('\n    ')}\n`)
}
if (failures.length > 20) process.stdout.write(`failed: and ${failures.length - 20} more\n`)

const skipped = tests.filter(({ status }) => status === 'skipped' || status === 'pending')
for (const { fullName } of skipped.slice(0, 20)) process.stdout.write(`skipped: ${fullName}\n`)
if (skipped.length > 20) process.stdout.write(`skipped: and ${skipped.length - 20} more\n`)
const passed = sum(({ numPassedTests }) => numPassedTests)
process.stdout.write(
  `${passed} passed, ${failures.length} failed, ${sum(({ numPendingTests }) => numPendingTests)} skipped\n`,
)
