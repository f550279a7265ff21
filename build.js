/**
 * Builds dist/ from src/: one CommonJS bundle whose modules start when they are first used, a file for every package
 * that few commands need, V8 code caches, and the help as text. With --docs also docs/commands.md and completions/.
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { isModuleNamespaceObject } from 'node:util/types'
import { Script } from 'node:vm'
import { build } from 'esbuild'

const root = import.meta.dirname
const require = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

/** Packages that most commands never load, by the file of dist/vendor that holds them. */
const vendorFiles = {
  chalk: ['chalk'],
  'cli-table3': ['cli-table3'],
  clack: ['@clack/prompts'],
  conf: ['conf'],
  d3: ['d3-scale', 'd3-shape'],
  'csv-parse': ['csv-parse/sync'],
  hono: ['hono', '@hono/node-server'],
  'modern-tar': ['modern-tar'],
  re2js: ['re2js'],
  'simple-ascii-chart': ['simple-ascii-chart'],
  'string-width': ['string-width'],
  undici: [
    'undici/lib/api/api-connect.js',
    'undici/lib/api/api-request.js',
    'undici/lib/dispatcher/env-http-proxy-agent.js',
    'undici/lib/dispatcher/pool.js',
  ],
  xlsx: ['@e965/xlsx'],
  yauzl: ['yauzl'],
}

const commonOptions = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  // esbuild turns an import() within the bundle into a function call, so the module starts when it is first used.
  supported: { 'dynamic-import': false },
  define: { BUDGET_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
  legalComments: 'none',
}

const escapeRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Keeps the vendor packages out of the bundle: an import of one loads its file of dist/vendor. */
const vendorPlugin = {
  name: 'vendor',
  setup({ onResolve, onLoad }) {
    const names = Object.values(vendorFiles).flat()
    onResolve({ filter: new RegExp(`^(${names.map(escapeRegExp).join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'vendor',
    }))
    onResolve({ filter: /^\.\/vendor\//, namespace: 'vendor' }, ({ path }) => ({ path, external: true }))
    onLoad({ filter: /./, namespace: 'vendor' }, ({ path }) => ({ contents: createVendorStub(path) }))
  },
}

/** Packages with a single function: they are loaded at its first call, not when the importing module starts. */
const loadedAtFirstCall = new Set(['string-width', 'simple-ascii-chart'])

/** Returns the code of a module that has the exports of a package and takes them from its file of dist/vendor. */
function createVendorStub(name) {
  const [file] = Object.entries(vendorFiles).find(([, names]) => names.includes(name))
  if (loadedAtFirstCall.has(name)) {
    const vendor = `(loaded ??= require('./vendor/${file}.cjs')['${name}'])`
    return `let loaded\nexport default (...args) => ${vendor}.default(...args)`
  }
  const exported = require(name)
  const names = Object.keys(exported).filter((key) => key !== 'default' && /^[A-Za-z_$][\w$]*$/.test(key))
  return [
    `const vendor = require('./vendor/${file}.cjs')['${name}']`,
    `export default ${isModuleNamespaceObject(exported) ? 'vendor.default' : 'vendor'}`,
    ...names.map((key) => `export const ${key} = vendor.${key}`),
  ].join('\n')
}

/** Modules of Node that take milliseconds to load and that most commands never call. */
const slowNodeModules = /^node:(crypto|child_process|os|timers\/promises|v8|vm)$/

/** Replaces the slow modules of Node by functions that load them at their first call. */
const lazyNodePlugin = {
  name: 'lazy-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: slowNodeModules }, ({ path, namespace }) =>
      namespace === 'lazy-node' ? { path, external: true } : { path, namespace: 'lazy-node' },
    )
    onLoad({ filter: /./, namespace: 'lazy-node' }, ({ path }) => {
      const functions = Object.entries(require(path)).filter(([, value]) => typeof value === 'function')
      const wrappers = functions.map(
        ([name]) => `export const ${name} = (...args) => load().${name}(...args)`,
      )
      // The module is looked up once: an import hashes every row.
      const loader = `let loaded\nconst load = () => (loaded ??= require('${path}'))`
      return { contents: [loader, ...wrappers].join('\n') }
    })
  },
}

/** Leaves node:http2 out of undici, which loads it at its start although budget never speaks HTTP/2. */
const withoutHttp2Plugin = {
  name: 'without-http2',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http2$/ }, ({ path }) => ({ path, namespace: 'without-http2' }))
    onLoad({ filter: /./, namespace: 'without-http2' }, () => ({
      contents: 'module.exports = { constants: {} }',
    }))
  },
}

/** Bundles the JavaScript of the SQLite driver and opens its native part by its exact path. */
const sqlitePlugin = {
  name: 'sqlite',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@photostructure\/sqlite$/ }, () => ({
      path: require.resolve('@photostructure/sqlite'),
    }))
    onResolve({ filter: /^node-gyp-build$/ }, () => ({ path: 'native', namespace: 'sqlite' }))
    onLoad({ filter: /./, namespace: 'sqlite' }, () => ({
      contents: `module.exports = ${loadNativeDriver.toString()}`,
    }))
  },
}

/** Replaces node-gyp-build, which would search folders for a path that is known. Runs inside the bundle. */
function loadNativeDriver() {
  const { closeSync, openSync } = require('node:fs')
  const { join } = require('node:path')
  const prebuilds = `prebuilds/${process.platform}-${process.arch}`
  const ownFolder = join(__dirname, '../node_modules/@photostructure/sqlite')
  const resolveFolder = () =>
    join(require.resolve(['@photostructure/sqlite', 'package.json'].join('/')), '..')
  const errors = []
  for (const folder of [() => ownFolder, resolveFolder]) {
    for (const libc of ['glibc', 'musl']) {
      try {
        const native = { exports: {} }
        const file = join(folder(), prebuilds, `@photostructure+sqlite.${libc}.node`)
        // It has an error code for a file that cannot be opened; dlopen has only words.
        closeSync(openSync(file, 'r'))
        process.dlopen(native, file)
        return native.exports
      } catch (error) {
        errors.push(error)
      }
    }
  }
  const text = `SQLite could not be loaded: ${errors.map(({ message }) => message).join('; ')}`
  throw errors.find(({ code }) => code === 'EMFILE' || code === 'ENFILE') ?? new AggregateError(errors, text)
}

/**
 * Escapes every character beyond ASCII before esbuild sees it: esbuild escapes strings but leaves regular expressions
 * as they are, and the bundle is read as latin1.
 */
const asciiPlugin = {
  name: 'ascii',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]s$/, namespace: 'file' }, ({ path }) => {
      const code = readFileSync(path, 'utf8')
      if (!/[^\0-\x7f]/.test(code)) return undefined
      // In a raw template an escape would be six characters of text, and after a backslash it would lose its own.
      const unescapable = /String\.raw`[^`]*[^\0-\x7f][^`]*`|\\[^\0-\x7f]/.exec(code)
      if (unescapable) throw new Error(`${path} cannot be made plain ASCII here: ${unescapable[0]}`)
      const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
      return { contents: code.replace(/[^\0-\x7f]/g, escape), loader: extname(path).slice(-2) }
    })
  },
}

/** @throws for a file with a byte beyond ASCII: read as latin1, its regular expressions would match other characters. */
function assertAscii(file) {
  const bytes = readFileSync(file)
  const index = bytes.findIndex((byte) => byte > 0x7f)
  if (index < 0) return
  const context = bytes.subarray(Math.max(0, index - 40), index + 40).toString('utf8')
  throw new Error(`${file} is not plain ASCII at byte ${index}: ${context}`)
}

async function bundle() {
  rmSync(`${root}/dist`, { recursive: true, force: true })
  await Promise.all([
    build({
      ...commonOptions,
      entryPoints: ['src/main.ts'],
      outfile: 'dist/main.cjs',
      plugins: [vendorPlugin, sqlitePlugin, lazyNodePlugin, asciiPlugin],
      // BUDGET_DEBUG=1 shows where an error was thrown in src/.
      sourcemap: 'linked',
      sourcesContent: false,
    }),
    build({
      ...commonOptions,
      entryPoints: ['src/cli/help/generate-docs.ts'],
      outfile: 'dist/documents.cjs',
      plugins: [vendorPlugin, sqlitePlugin],
    }),
    ...Object.entries(vendorFiles).map(([file, names]) => {
      const getters = names.map((name) => `get '${name}'() { return require('${name}') }`)
      return build({
        ...commonOptions,
        stdin: { contents: `module.exports = { ${getters.join(', ')} }`, resolveDir: root },
        plugins: file === 'undici' ? [withoutHttp2Plugin] : [],
        drop: file === 'xlsx' ? ['console'] : [], // It would write texts of a file as they are.
        outfile: `dist/vendor/${file}.cjs`,
      })
    }),
  ])
  assertAscii(`${root}/dist/main.cjs`)
  writeFileSync(`${root}/dist/package.json`, '{ "type": "commonjs" }\n')
}

/** Writes the help into dist/ and, with --docs, the generated documents to their places. */
async function writeTexts(isDocsRun) {
  const { helpTexts, generatedFiles } = require(`${root}/dist/documents.cjs`)
  writeFileSync(`${root}/dist/help.json`, JSON.stringify(await helpTexts()))
  if (!isDocsRun) return
  for (const [path, text] of Object.entries(await generatedFiles(version))) {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true })
    writeFileSync(`${root}/${path}`, text)
  }
}

const split = (line) => line.split(' ')
const addAccount = split('accounts add Checking --type banking_checking --balance 100')
const addGroup = split('groups add Everyday')
const addCategory = split('categories add Groceries --group Everyday')
const assign = split('month assign Groceries 50')
const addTransaction = split('tx add --account Checking --amount -5 --merchant Bakery --category Groceries')
const importStatement = ['import', `${root}/examples/checking-us.csv`, '--account', 'Checking', '--accept']

/**
 * The command lines whose functions a code cache holds. bin/budget.js picks the cache of the noun that was typed, or
 * main; a cache with more functions than a command uses slows its start down.
 */
const linesByCache = {
  accounts: [addAccount, ['accounts']],
  import: [addAccount, importStatement],
  main: [addAccount, addGroup, addCategory, assign, addTransaction, ['accounts'], ['tx'], ['month']],
  month: [addAccount, addGroup, addCategory, assign, ['month']],
  report: [addAccount, addGroup, addCategory, addTransaction, ['report'], split('report spending')],
  tx: [addAccount, addGroup, addCategory, addTransaction, ['tx']],
}

/** Writes the code caches, so that V8 need not compile the same functions at every start. */
function writeCodeCaches() {
  for (const [name, lines] of Object.entries(linesByCache)) {
    const folder = mkdtempSync(join(tmpdir(), 'budget-build-'))
    const directories = { BUDGET_CONFIG_DIR: folder, BUDGET_DATA_DIR: folder, BUDGET_STATE_DIR: folder }
    const env = { PATH: process.env.PATH, ...directories }
    // In a process of its own, because the cache should not hold what creates a workspace.
    const createWorkspace = split('workspaces create Home --currency USD')
    execFileSync(process.execPath, [`${root}/bin/budget.js`, ...createWorkspace], { env, stdio: 'ignore' })
    const args = [`${root}/dist/main.cjs`, `${root}/dist/${name}.cache`, JSON.stringify(lines)]
    const code = `(${recordCodeCache.toString()})(...process.argv.slice(1))`
    execFileSync(process.execPath, ['-e', code, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    rmSync(folder, { recursive: true })
  }
}

/** Runs command lines and writes what V8 compiled for them. Runs in a process of its own, so that nothing else is in it. */
async function recordCodeCache(file, cache, lines) {
  const { readFileSync, writeFileSync } = require('node:fs')
  const { createRequire, wrap } = require('node:module')
  const { dirname } = require('node:path')
  const { Script } = require('node:vm')
  const script = new Script(wrap(readFileSync(file, 'latin1')), { filename: file })
  const bundle = { exports: {} }
  script.runInThisContext()(bundle.exports, createRequire(file), bundle, file, dirname(file))
  for (const line of JSON.parse(lines)) {
    const code = await bundle.exports.main(line, '')
    if (code !== 0) throw new Error(`budget ${line.join(' ')} ends with ${code}`)
  }
  // Closing many workspaces turned this flag on, and V8 accepts a cache only from a process with the same flags.
  require('node:v8').setFlagsFromString('--no-expose-gc')
  writeFileSync(cache, script.createCachedData())
}

/** @throws when V8 rejects a code cache: every start would compile again, and nothing else would show it. */
function assertCodeCaches() {
  const file = `${root}/dist/main.cjs`
  for (const name of Object.keys(linesByCache)) {
    const cachedData = readFileSync(`${root}/dist/${name}.cache`)
    const script = new Script(Module.wrap(readFileSync(file, 'latin1')), { filename: file, cachedData })
    if (script.cachedDataRejected) throw new Error(`V8 rejects dist/${name}.cache`)
  }
}

await bundle()
writeCodeCaches()
assertCodeCaches()
await writeTexts(process.argv.includes('--docs'))
rmSync(`${root}/dist/documents.cjs`)
