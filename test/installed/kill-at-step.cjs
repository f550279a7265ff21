// Preloaded into the installed program: counts what it asks of SQLite, and kills it before the step that the
// environment names. Without one it writes the steps to a file.
const { appendFileSync } = require('node:fs')

const { step, log } = JSON.parse(process.env.BUDGET_TEST_KILL)
let count = 0

function pass(sql) {
  count += 1
  if (log !== undefined) appendFileSync(log, `${sql.slice(0, 6)}\n`)
  if (count === step) process.kill(process.pid, 'SIGKILL')
}

const { dlopen } = process
process.dlopen = (module, ...rest) => {
  dlopen.call(process, module, ...rest)
  const { DatabaseSync } = module.exports
  module.exports = {
    ...module.exports,
    DatabaseSync: class extends DatabaseSync {
      exec(sql) {
        pass(sql)
        return super.exec(sql)
      }
      prepare(sql, ...options) {
        pass(sql)
        return super.prepare(sql, ...options)
      }
    },
  }
}
