#!/usr/bin/env node
/** Starts budget: answers --version and --help from texts made by the build, and loads the program for anything else. */
'use strict'

const { readFileSync, writeSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const bundle = join(root, 'dist/main.cjs')

/** Returns the version or the help that a command line asks for; undefined for any other command line. */
function findPrebuiltAnswer(args) {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    return `${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`
  }
  const words = args.filter((word) => word !== '--help' && word !== '-h')
  const asksForHelp = words.length < args.length || words[0] === 'help'
  if (!asksForHelp || words.some((word) => word.startsWith('-'))) return undefined
  const help = JSON.parse(readFileSync(join(root, 'dist/help.json'), 'utf8'))
  // After `help` a topic goes before the command of that name.
  const topics = [words.join(' '), words.slice(words[0] === 'help' ? 1 : 0).join(' ')]
  return topics.map((topic) => (Object.hasOwn(help, topic) ? help[topic] : undefined)).find(Boolean)
}

function print(text) {
  try {
    writeSync(1, text)
  } catch (error) {
    if (error.code !== 'EPIPE') process.stdout.write(text)
  }
}

/** Nouns whose commands have a code cache of their own. */
const cachedNouns = new Set(['accounts', 'import', 'month', 'report', 'tx'])

/** Loads the program with the functions V8 compiled at build time. Another version of Node ignores them and compiles again. */
function loadProgram([noun]) {
  if (process.env.BUDGET_DEBUG) return loadWithSourceMap()
  const { existsSync } = require('node:fs')
  const { createRequire, wrap } = require('node:module')
  const { Script } = require('node:vm')
  const cache = join(root, `dist/${cachedNouns.has(noun) ? noun : 'main'}.cache`)
  // The build makes the bundle plain ASCII, which Node reads fastest as latin1.
  const source = wrap(readFileSync(bundle, 'latin1'))
  const script = new Script(source, {
    filename: bundle,
    ...(existsSync(cache) && { cachedData: readFileSync(cache) }),
  })
  const loaded = { exports: {} }
  script.runInThisContext()(loaded.exports, createRequire(bundle), loaded, bundle, join(root, 'dist'))
  return loaded.exports
}

/** Loads the program so that stack traces name the files and lines of src/. */
function loadWithSourceMap() {
  process.setSourceMapsEnabled(true)
  return require(bundle)
}

async function start(args) {
  const answer = findPrebuiltAnswer(args)
  if (answer === undefined) process.exitCode = await loadProgram(args).main(args, root)
  else print(answer)
}

void start(process.argv.slice(2))
