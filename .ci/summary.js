/** Says what a test run came to: why tests were skipped, and the closing line. */

import { readFileSync } from 'node:fs'

const { testResults, numPassedTests, numFailedTests, numPendingTests, success } = JSON.parse(
  readFileSync(process.argv[2], 'utf8'),
)
const skipped = testResults.flatMap(({ assertionResults }) =>
  assertionResults.filter(({ status }) => status === 'skipped' || status === 'pending'),
)
for (const { fullName } of skipped.slice(0, 20)) process.stdout.write(`skipped: ${fullName}\n`)
if (skipped.length > 20) process.stdout.write(`skipped: and ${skipped.length - 20} more\n`)
// A file that did not even load counts as one failure.
const failed = numFailedTests + (success || numFailedTests > 0 ? 0 : 1)
process.stdout.write(`${numPassedTests} passed, ${failed} failed, ${numPendingTests} skipped\n`)
