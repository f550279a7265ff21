#!/usr/bin/env node
/** Starts budget: answers --version and --help from texts made by the build, and loads the program for anything else. */
'use strict'

const {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} = require('node:fs')
const { basename, dirname, isAbsolute, join } = require('node:path')

const root = join(__dirname, '..')
const dist = join(root, 'dist')

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

/** Commands that have code caches of their own; all others share `other`. The build makes a cache for each. */
const cachedCommands = [
  '__complete',
  'accounts',
  'import',
  'mcp',
  'month assign',
  'month',
  'report forecast',
  'report',
  'schedules',
  'spend',
  'tx add',
  'tx',
  'upcoming',
]

/**
 * Runs the program with the functions that V8 compiled for the build. They are of no use to another version of V8: what
 * it compiles is kept in the state directory.
 */
async function runProgram(args) {
  if (process.env.BUDGET_DEBUG) {
    process.setSourceMapsEnabled(true) // Stack traces name the files and lines of src/.
    return require(join(dist, 'main.cjs'))['src/main.ts'].main(args, root)
  }
  const line = args.join(' ')
  const command = cachedCommands.find((words) => line === words || line.startsWith(`${words} `)) ?? 'other'
  const version = `${process.versions.v8}-${process.arch}`
  const built = join(dist, 'cache', version)
  const isBuilt = existsSync(built)
  const folder = isBuilt ? built : findOwnCaches(version)
  const caches = folder && join(folder, command.replace(' ', '-'))
  const { load, chunks } = createChunkLoader(caches)
  const code = await load(join(dist, 'main.cjs'))['src/main.ts'].main(args, root)
  if (!isBuilt && caches && code === 0) keepCaches(caches, chunks)
  return code
}

/** Packages of dist/vendor that every table on a terminal needs. */
const cachedPackages = ['chalk.cjs', 'cli-table3.cjs', 'string-width.cjs']

/** Returns the `require` of the chunks of dist/, which gives V8 their code caches, and what it loaded. */
function createChunkLoader(caches) {
  const { Script } = require('node:vm')
  const chunks = new Map()
  const load = (id) =>
    id.endsWith('.cjs') ? loadFile(id.startsWith(dist) ? id : join(dist, id)) : require(id)
  load.resolve = require.resolve
  return { load, chunks }

  function loadFile(filename) {
    if (dirname(filename) !== dist && !cachedPackages.includes(basename(filename))) return require(filename)
    const loaded = chunks.get(filename)
    if (loaded) return loaded.module.exports
    const cachedData = caches && readCache(join(caches, `${basename(filename, '.cjs')}.cache`))
    // The build makes the chunks plain ASCII, which Node reads fastest as latin1.
    const source = readFileSync(filename, dirname(filename) === dist ? 'latin1' : 'utf8')
    const script = new Script(source, { filename, ...(cachedData && { cachedData }) })
    const module = { exports: {} }
    chunks.set(filename, { module, script, isCached: Boolean(cachedData) && !script.cachedDataRejected })
    script.runInThisContext()(module.exports, load, module, filename, dist)
    return module.exports
  }
}

function readCache(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Returns the folder of this V8's own caches, unless others can write there: they are code that runs. */
function findOwnCaches(version) {
  const state = findStateDirectory()
  const { build } = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
  const isPrivate = state && (!existsSync(state) || isWritableByUserOnly(state))
  return isPrivate ? join(state, 'code-cache', build, version) : undefined
}

/** Keeps the functions of the chunks that had no cache; without them the next start only takes longer. */
function keepCaches(folder, chunks) {
  const missing = [...chunks].filter(([, { isCached }]) => !isCached)
  if (missing.length === 0) return
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const [filename, { script }] of missing) {
      const file = join(folder, `${basename(filename, '.cjs')}.cache`)
      writeFileSync(`${file}.${process.pid}`, script.createCachedData(), { mode: 0o600 })
      renameSync(`${file}.${process.pid}`, file)
    }
    removeOtherBuilds(dirname(dirname(folder)))
  } catch {
    // A read-only or full disk.
  }
}

/** Removes the caches of other builds of the program. */
function removeOtherBuilds(folder) {
  for (const name of readdirSync(dirname(folder)))
    if (name !== basename(folder)) rmSync(join(dirname(folder), name), { recursive: true, force: true })
}

function isWritableByUserOnly(folder) {
  const { mode, uid } = statSync(folder)
  return process.platform === 'win32' || (uid === process.getuid() && (mode & 0o022) === 0)
}

/** Returns the state directory as the program finds it; undefined without a home directory. */
function findStateDirectory() {
  const { BUDGET_STATE_DIR, XDG_STATE_HOME, HOME, LOCALAPPDATA } = process.env
  if (BUDGET_STATE_DIR) return BUDGET_STATE_DIR
  if (process.platform === 'win32') return LOCALAPPDATA && join(LOCALAPPDATA, 'budget', 'state')
  if (XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)) return join(XDG_STATE_HOME, 'budget')
  return HOME && join(HOME, '.local', 'state', 'budget')
}

async function start(args) {
  const answer = findPrebuiltAnswer(args)
  if (answer === undefined) process.exit(await runProgram(args))
  else print(answer)
}

if (require.main === module) void start(process.argv.slice(2))
else module.exports = { cachedCommands, createChunkLoader } // The build records the code caches.
