#!/usr/bin/env node
'use strict'

const { readFileSync, writeSync } = require('node:fs')
const { join } = require('node:path')

const home = join(__dirname, '..')

/** What was known when budget was built: its version and its help. The program is not loaded for them. */
function frozenAnswer(args) {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    return `${JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version}\n`
  }
  const words = args.filter((word) => word !== '--help' && word !== '-h')
  const isAsked = words.length < args.length || words.length === 0 || words[0] === 'help'
  if (!isAsked || words.some((word) => word.startsWith('-'))) return undefined
  const help = JSON.parse(readFileSync(join(home, 'dist/help.json'), 'utf8'))
  // After `help` a topic goes before the command of that name.
  const asked = [words.join(' '), words.slice(words[0] === 'help' ? 1 : 0).join(' ')]
  return asked.map((about) => (Object.hasOwn(help, about) ? help[about] : undefined)).find(Boolean)
}

function say(text) {
  try {
    writeSync(1, text)
  } catch (error) {
    if (error.code !== 'EPIPE') process.stdout.write(text)
  }
}

/** The program. Its code was compiled when it was built, for an import more of it; another version of Node compiles it anew. */
function program([noun]) {
  const { existsSync } = require('node:fs')
  const { createRequire, wrap } = require('node:module')
  const { Script } = require('node:vm')
  const file = join(home, 'dist/main.cjs')
  const cache = join(home, noun === 'import' ? 'dist/import.cache' : 'dist/main.cache')
  // The build makes the bundle plain ASCII, which is read fastest as latin1.
  const source = wrap(readFileSync(file, 'latin1'))
  const script = new Script(source, {
    filename: file,
    ...(existsSync(cache) && { cachedData: readFileSync(cache) }),
  })
  const its = { exports: {} }
  script.runInThisContext()(its.exports, createRequire(file), its, file, join(home, 'dist'))
  return its.exports
}

async function start(args) {
  const answer = frozenAnswer(args)
  if (answer === undefined) process.exitCode = await program(args).main(args, home)
  else say(answer)
}

void start(process.argv.slice(2))
