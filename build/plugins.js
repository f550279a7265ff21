/** Options and plugins of esbuild: which packages are files of their own, and what of Node loads at its first call. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { isModuleNamespaceObject } from 'node:util/types'

/** The folder of the project. */
export const root = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

/** Packages that most commands never load, by the file of dist/vendor that holds them. */
export const vendorFiles = {
  chalk: ['chalk'],
  'cli-table3': ['cli-table3'],
  clack: ['@clack/prompts'],
  conf: ['conf'],
  d3: ['d3-scale', 'd3-shape'],
  'csv-parse': ['csv-parse/sync'],
  hono: ['hono', '@hono/node-server'],
  'modern-tar': ['modern-tar'],
  pg: ['pg'],
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

export const commonOptions = {
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

/**
 * Makes a file of dist/ the function of a module, because joining its text with one at each start copies it twice and
 * makes V8 collect garbage. A `require` of Node calls the function: outside of a module there are no `arguments`.
 */
export const moduleFunction = {
  banner: {
    js: '((run) => (typeof arguments === "undefined" ? run : run(...arguments)))(function (exports, require, module, __filename, __dirname) {',
  },
  footer: { js: '})' },
}

const escapeRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Keeps the vendor packages out of the bundle: an import of one loads its file of dist/vendor. */
export const vendorPlugin = {
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
export const withoutHttp2Plugin = {
  name: 'without-http2',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http2$/ }, ({ path }) => ({ path, namespace: 'without-http2' }))
    onLoad({ filter: /./, namespace: 'without-http2' }, () => ({
      contents: 'module.exports = { constants: {} }',
    }))
  },
}

/** Bundles the JavaScript of the SQLite driver and opens its native part by its exact path. */
export const sqlitePlugin = {
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

/** The plugins of every bundle of the program. */
export const plugins = [vendorPlugin, sqlitePlugin, lazyNodePlugin, asciiPlugin]
