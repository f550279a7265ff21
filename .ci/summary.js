/** Says what the test runs came to: why tests were skipped, and the closing line. Its arguments are Vitest's JSON reports. */

import { readFileSync } from 'node:fs'

const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')))
const sum = (count) => reports.reduce((total, report) => total + count(report), 0)

const skipped = reports
  .flatMap(({ testResults }) => testResults)
  .flatMap(({ assertionResults }) => assertionResults)
  .filter(({ status }) => status === 'skipped' || status === 'pending')
for (const { fullName } of skipped.slice(0, 20)) process.stdout.write(`skipped: ${fullName}\n`)
if (skipped.length > 20) process.stdout.write(`skipped: and ${skipped.length - 20} more\n`)
const passed = sum(({ numPassedTests }) => numPassedTests)
// A file that did not even load counts as one failure.
const failed = sum(({ numFailedTests, success }) => numFailedTests + (success || numFailedTests > 0 ? 0 : 1))
process.stdout.write(
  `${passed} passed, ${failed} failed, ${sum(({ numPendingTests }) => numPendingTests)} skipped\n`,
)
