/**
 * Makes dist/ from src/: one CommonJS bundle of our own code whose rooms start when they are first used, a file of
 * its own for every heavy package, and the help as text. With --docs also docs/commands.md and completions/.
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isModuleNamespaceObject } from 'node:util/types'
import { Script } from 'node:vm'
import { build } from 'esbuild'

const root = import.meta.dirname
const require = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

/** Packages that most invocations do without: each file holds some of them and is read when one is first used. */
const seldom = {
  chalk: ['chalk'],
  'cli-table3': ['cli-table3'],
  clack: ['@clack/prompts'],
  conf: ['conf'],
  'csv-parse': ['csv-parse/sync'],
  hono: ['hono', '@hono/node-server'],
  re2js: ['re2js'],
  'string-width': ['string-width'],
  undici: [
    'undici/lib/api/api-connect.js',
    'undici/lib/api/api-request.js',
    'undici/lib/dispatcher/env-http-proxy-agent.js',
    'undici/lib/dispatcher/pool.js',
  ],
}

const common = {
  absWorkingDir: root,
  bundle: true,
  minifyWhitespace: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  // An import() within the bundle becomes a function call that starts the room.
  supported: { 'dynamic-import': false },
  define: { BUDGET_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
  legalComments: 'none',
}

const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Leaves the seldom used packages outside: reaching one reads its file. */
const vendor = {
  name: 'vendor',
  setup({ onResolve, onLoad }) {
    const names = Object.values(seldom).flat()
    onResolve({ filter: new RegExp(`^(${names.map(escaped).join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'vendor',
    }))
    onResolve({ filter: /^\.\/vendor\//, namespace: 'vendor' }, ({ path }) => ({ path, external: true }))
    onLoad({ filter: /./, namespace: 'vendor' }, ({ path }) => ({ contents: standIn(path) }))
  },
}

/** Packages of one function, which few of those need who might: read when it is first called. */
const late = new Set(['string-width'])

/** A module with the exports of a package, which takes them from the package's file. */
function standIn(name) {
  const [file] = Object.entries(seldom).find(([, names]) => names.includes(name))
  if (late.has(name)) {
    const its = `(loaded ??= require('./vendor/${file}.cjs')['${name}'])`
    return `let loaded\nexport default (...args) => ${its}.default(...args)`
  }
  const exported = require(name)
  const names = Object.keys(exported).filter((one) => one !== 'default' && /^[A-Za-z_$][\w$]*$/.test(one))
  return [
    `const its = require('./vendor/${file}.cjs')['${name}']`,
    `export default ${isModuleNamespaceObject(exported) ? 'its.default' : 'its'}`,
    ...names.map((one) => `export const ${one} = its.${one}`),
  ].join('\n')
}

/** Parts of Node that cost milliseconds to load and that most invocations do without. */
const seldomOfNode = /^node:(crypto|child_process|v8|vm)$/

/** Their functions load them when first called. */
const lateNode = {
  name: 'late-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: seldomOfNode }, ({ path, namespace }) =>
      namespace === 'late-node' ? { path, external: true } : { path, namespace: 'late-node' },
    )
    onLoad({ filter: /./, namespace: 'late-node' }, ({ path }) => {
      const functions = Object.entries(require(path)).filter(([, one]) => typeof one === 'function')
      const late = functions.map(([name]) => `export const ${name} = (...args) => its().${name}(...args)`)
      // Looked up once: an import calls one of them for every row.
      const its = `let loaded\nconst its = () => (loaded ??= require('${path}'))`
      return { contents: [its, ...late].join('\n') }
    })
  },
}

/** undici reads node:http2 at its start, though we never speak it; without it undici makes do, and starts sooner. */
const withoutHttp2 = {
  name: 'without-http2',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http2$/ }, ({ path }) => ({ path, namespace: 'without-http2' }))
    onLoad({ filter: /./, namespace: 'without-http2' }, () => ({
      contents: 'module.exports = { constants: {} }',
    }))
  },
}

/** The SQLite driver's JavaScript comes into the bundle; its native half is opened by its exact path. */
const sqlite = {
  name: 'sqlite',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@photostructure\/sqlite$/ }, () => ({
      path: require.resolve('@photostructure/sqlite'),
    }))
    onResolve({ filter: /^node-gyp-build$/ }, () => ({ path: 'native', namespace: 'sqlite' }))
    onLoad({ filter: /./, namespace: 'sqlite' }, () => ({
      contents: `module.exports = ${openNative.toString()}`,
    }))
  },
}

/** Stands in for node-gyp-build, which looks through folders for what is known here. */
function openNative() {
  const { join } = require('node:path')
  const within = (folder, libc) =>
    join(folder, 'prebuilds', `${process.platform}-${process.arch}`, `@photostructure+sqlite.${libc}.node`)
  const beside = join(__dirname, '../node_modules/@photostructure/sqlite')
  const elsewhere = () => join(require.resolve(['@photostructure/sqlite', 'package.json'].join('/')), '..')
  const troubles = []
  for (const folder of [() => beside, elsewhere]) {
    for (const libc of ['glibc', 'musl']) {
      try {
        const native = { exports: {} }
        process.dlopen(native, within(folder(), libc))
        return native.exports
      } catch (error) {
        troubles.push(error)
      }
    }
  }
  throw new AggregateError(
    troubles,
    `SQLite could not be loaded: ${troubles.map(({ message }) => message).join('; ')}`,
  )
}

/** Escapes the characters esbuild leaves as they are: those of regular expressions, where an escape means the same. */
function escapeToAscii(file) {
  const code = readFileSync(file, 'utf8')
  // In a raw template an escape would be six characters of text, and after a backslash it would lose its own.
  const unescapable = /String\.raw`[^`]*[^\0-\x7f][^`]*`|\\[^\0-\x7f]/.exec(code)
  if (unescapable) throw new Error(`${file} cannot be made plain ASCII here: ${unescapable[0]}`)
  const escaped = code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  writeFileSync(file, escaped)
}

/** Throws for a file that is read as latin1 and is not plain ASCII: its regular expressions would match other characters. */
function checkAscii(file) {
  const bytes = readFileSync(file)
  const at = bytes.findIndex((byte) => byte > 0x7f)
  if (at < 0) return
  const around = bytes.subarray(Math.max(0, at - 40), at + 40).toString('utf8')
  throw new Error(`${file} is not plain ASCII at byte ${at}: ${around}`)
}

async function bundle() {
  rmSync(`${root}/dist`, { recursive: true, force: true })
  await Promise.all([
    build({
      ...common,
      entryPoints: ['src/main.ts'],
      outfile: 'dist/main.cjs',
      plugins: [vendor, sqlite, lateNode],
    }),
    build({
      ...common,
      entryPoints: ['src/cli/generate-docs.ts'],
      outfile: 'dist/documents.cjs',
      plugins: [vendor, sqlite],
    }),
    ...Object.entries(seldom).map(([file, names]) => {
      const getters = names.map((name) => `get '${name}'() { return require('${name}') }`)
      const contents = `module.exports = { ${getters.join(', ')} }`
      return build({
        ...common,
        stdin: { contents, resolveDir: root },
        plugins: file === 'undici' ? [withoutHttp2] : [],
        outfile: `dist/vendor/${file}.cjs`,
      })
    }),
  ])
  escapeToAscii(`${root}/dist/main.cjs`)
  checkAscii(`${root}/dist/main.cjs`)
  writeFileSync(`${root}/dist/package.json`, '{ "type": "commonjs" }\n')
}

/** The help goes into dist/, the documents to their places. */
async function write(documents) {
  const { helpTexts, generatedFiles } = require(`${root}/dist/documents.cjs`)
  writeFileSync(`${root}/dist/help.json`, JSON.stringify(await helpTexts()))
  if (!documents) return
  for (const [path, text] of Object.entries(await generatedFiles(version))) {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true })
    writeFileSync(`${root}/${path}`, text)
  }
}

/** What the commonest commands run. */
const usualLines = [
  'accounts add Checking --type banking_checking --balance 100',
  'groups add Everyday',
  'categories add Groceries --group Everyday',
  'month assign Groceries 50',
  'tx add --account Checking --amount -5 --merchant Bakery --category Groceries',
  'accounts',
  'tx',
  'month',
].map((line) => line.split(' '))
const statement = `${root}/examples/checking-us.csv`

/** Files of compiled code, by what they were made for; bin/budget.js picks one. More than is needed would slow a start down. */
const caches = {
  'main.cache': usualLines,
  'import.cache': [usualLines[0], ['import', statement, '--account', 'Checking', '--accept']],
}

/** Compiled code of what commands use, so that V8 need not compile it at every start. */
function compileAhead() {
  for (const [cache, lines] of Object.entries(caches)) {
    const folder = mkdtempSync(join(tmpdir(), 'budget-build-'))
    const places = { BUDGET_CONFIG_DIR: folder, BUDGET_DATA_DIR: folder, BUDGET_STATE_DIR: folder }
    const env = { PATH: process.env.PATH, ...places }
    const args = [`${root}/dist/main.cjs`, `${root}/dist/${cache}`, JSON.stringify(lines)]
    const code = `(${recordCode.toString()})(...process.argv.slice(1))`
    execFileSync(process.execPath, ['-e', code, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    rmSync(folder, { recursive: true })
  }
}

/** Runs in a process of its own: what was run by the end is what is recorded. */
async function recordCode(file, cache, lines) {
  const { readFileSync, writeFileSync } = require('node:fs')
  const { createRequire, wrap } = require('node:module')
  const { dirname } = require('node:path')
  const { Script } = require('node:vm')
  const script = new Script(wrap(readFileSync(file, 'latin1')), { filename: file })
  const its = { exports: {} }
  script.runInThisContext()(its.exports, createRequire(file), its, file, dirname(file))
  for (const line of JSON.parse(lines)) {
    const code = await its.exports.main(line, '')
    if (code !== 0) throw new Error(`budget ${line.join(' ')} ends with ${code}`)
  }
  // Closing many workspaces turned this flag on, and V8 takes code only from a process with the flags of its own.
  require('node:v8').setFlagsFromString('--no-expose-gc')
  writeFileSync(cache, script.createCachedData())
}

/** Throws when V8 would not take the code that was compiled ahead: every start would compile it anew, unnoticed. */
function checkCompiled() {
  const file = `${root}/dist/main.cjs`
  for (const cache of Object.keys(caches)) {
    const cachedData = readFileSync(`${root}/dist/${cache}`)
    const script = new Script(Module.wrap(readFileSync(file, 'latin1')), { filename: file, cachedData })
    if (script.cachedDataRejected) throw new Error(`V8 does not take dist/${cache}`)
  }
}

await bundle()
compileAhead()
checkCompiled()
await write(process.argv.includes('--docs'))
rmSync(`${root}/dist/documents.cjs`)
