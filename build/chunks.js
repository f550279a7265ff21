/**
 * Splits the program into chunks, so that a command reads and starts only code it uses: `main` has the modules that
 * several common commands start, further chunks those of one of them or of less common ones, `rest` all others.
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import {
  assistantModules,
  createHome,
  failingLines,
  linesByChunk,
  remoteModules,
  screenModules,
} from './common-commands.js'
import { describeLazyExports } from './lazy-exports.js'
import { commonOptions, moduleFunction, plugins, root } from './plugins.js'

const entry = 'src/main.ts'

/** Builds `dist/<chunk>.cjs` for every chunk. */
export async function buildChunks() {
  const { metafile } = await build({
    ...commonOptions,
    entryPoints: [entry],
    plugins,
    metafile: true,
    write: false,
    outdir: 'dist',
  })
  const { inputs } = metafile
  // Valibot is in every chunk that uses it: only what a chunk uses of it is kept, and it has no state.
  const modules = Object.keys(inputs).filter((path) => /^(src|node_modules\/(?!valibot\/))/.test(path))
  const lazyExports = await describeLazyExports(
    modules.filter((path) => path.startsWith('src') && path !== entry),
  )
  const withoutLines = {
    remote: listStaticImports(inputs, remoteModules),
    screen: listStaticImports(inputs, screenModules),
    assistant: listStaticImports(inputs, assistantModules),
  }
  const chunkByModule = assignChunks(modules, { ...(await recordStarts(lazyExports)), withoutLines })
  const crossing = Object.entries(inputs).flatMap(([path, { imports }]) =>
    imports
      .map((used) => used.path)
      .filter((used) => chunkByModule.has(used) && chunkByModule.get(used) !== chunkByModule.get(path)),
  )
  const exported = [...new Set([entry, ...crossing])]
  const namesByModule = await listExports(exported.filter((path) => inputs[path].format === 'esm'))
  const chunks = [...new Set(chunkByModule.values())].toSorted((a, b) => (a < b ? -1 : 1))
  for (const chunk of chunks) {
    const paths = exported.filter((path) => chunkByModule.get(path) === chunk)
    await buildChunk(chunk, paths, { lazyExports, chunkByModule, namesByModule })
  }
  // V8 recognizes a script by its length only: caches in a state directory belong to one build.
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(readFileSync(`${root}/dist/${chunk}.cjs`))
  const description = { type: 'commonjs', build: hash.digest('hex').slice(0, 16) }
  writeFileSync(`${root}/dist/package.json`, `${JSON.stringify(description)}\n`)
}

/** What esbuild writes where a module starts, and the same with the names of the started modules kept. */
const starts = [
  ['fn && (res = (0, fn[', 'fn && (startedModules.add(__getOwnPropNames(fn)[0]), res = (0, fn['],
  ['mod || (0, cb[', 'mod || (startedModules.add(__getOwnPropNames(cb)[0]), 0, cb['],
]

/** Runs the common commands in a bundle of everything; returns the modules that the lines of each chunk start. */
async function recordStarts(lazyExports) {
  const outfile = `${root}/dist/all.cjs`
  const { metafile } = await build({
    ...commonOptions,
    minify: false,
    entryPoints: [entry],
    outfile,
    plugins: [createImportPlugin({ lazyExports }), ...plugins],
    metafile: true,
  })
  let code = readFileSync(outfile, 'utf8')
  for (const [written, recording] of starts) {
    if (code.split(written).length !== 2) throw new Error(`esbuild no longer writes ${written} once`)
    code = code.replace(written, recording)
  }
  writeFileSync(outfile, code)
  const home = createHome((args, env) => runLines(outfile, [args], env))
  const startedByChunk = Object.entries(linesByChunk).map(([chunk, lines]) => {
    home.prepare(chunk)
    return [chunk, runLines(outfile, lines, home.env)]
  })
  const reporting = failingLines.flatMap((line) => runLines(outfile, [line], home.env, 'fails'))
  home.remove()
  rmSync(outfile)
  return { startedByChunk, always: new Set([...listStaticImports(metafile.inputs, [entry]), ...reporting]) }
}

/** Returns modules with those that they import at once. */
function listStaticImports(inputs, paths) {
  const found = new Set(paths)
  // A Set yields what is added while it is read.
  for (const path of found)
    for (const { path: used, kind } of inputs[path].imports)
      if (kind === 'import-statement' && inputs[used] && !used.startsWith('lazy:')) found.add(used)
  return found
}

/** Runs command lines in a process of their own and returns the modules they started. */
function runLines(file, lines, env, expected = 'succeeds') {
  const code = `(${recordModules.toString()})(...process.argv.slice(1))`
  const args = ['-e', code, file, JSON.stringify(lines), expected]
  const output = execFileSync(process.execPath, args, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return JSON.parse(output.split('\n').at(-1))
}

/** Runs inside the process of the command lines. */
async function recordModules(file, lines, expected) {
  globalThis.startedModules = new Set()
  const { main } = require(file)
  for (const line of JSON.parse(lines)) {
    const code = await main(line, '')
    if ((code === 0) !== (expected === 'succeeds'))
      throw new Error(`budget ${line.join(' ')} ends with ${code}`)
  }
  require('node:fs').writeSync(1, `\n${JSON.stringify([...globalThis.startedModules])}`)
}

/** Chunks of commands that write, or of which writing needs a part: what only they have in common is in `write`. */
const writing = new Set(['write', 'import', 'schedules'])

/** Chunks of commands of every day: what others have in common without them is in `shared`. */
const daily = new Set(['accounts', 'month', 'report', 'tx', 'write'])

/** Returns the chunk of each module; the stand-ins of plugins are in every chunk that uses them. */
function assignChunks(modules, { startedByChunk, always, withoutLines }) {
  const findChunkWithoutLines = (path) =>
    Object.keys(withoutLines).find((chunk) => withoutLines[chunk].has(path))
  const chooseChunk = (path) => {
    const starting = startedByChunk.filter(([, started]) => started.includes(path)).map(([chunk]) => chunk)
    // It starts what reports and schedules have, and neither of them anything of it.
    const chunks = starting.length > 1 ? starting.filter((chunk) => chunk !== 'forecast') : starting
    if (always.has(path)) return 'main'
    if (chunks.length > 1) {
      if (chunks.every((chunk) => writing.has(chunk))) return 'write'
      return chunks.some((chunk) => daily.has(chunk)) ? 'main' : 'shared'
    }
    return chunks[0] ?? findChunkWithoutLines(path) ?? 'rest'
  }
  return new Map(modules.map((path) => [path, chooseChunk(path)]))
}

/** Returns the names that each of these modules exports. */
async function listExports(entryPoints) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'dist',
    format: 'esm',
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
  return new Map(Object.values(metafile.outputs).map(({ entryPoint, exports }) => [entryPoint, exports]))
}

/** Builds a chunk, which exports these modules by their paths; a module starts when it is first asked for. */
async function buildChunk(chunk, paths, modules) {
  const getters = paths.map((path) => `get '${path}'() { return require('./${path}') }`)
  await build({
    ...commonOptions,
    stdin: { contents: `module.exports = { ${getters.join(', ')} }`, resolveDir: root },
    plugins: [createImportPlugin({ chunk, ...modules }), ...plugins],
    outfile: `dist/${chunk}.cjs`,
    ...moduleFunction,
    // BUDGET_DEBUG=1 shows where an error was thrown in src/.
    sourcemap: 'linked',
    sourcesContent: false,
  })
}

/**
 * Directs imports of other chunks to stand-ins that take their exports from there, at the first call where nobody sees
 * the difference. Without chunks every import that can wait does.
 */
const createImportPlugin = ({ chunk, lazyExports, chunkByModule, namesByModule }) => ({
  name: 'imports',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /./ }, async ({ path, kind, pluginData, namespace, ...rest }) => {
      if (pluginData === 'resolving' || namespace === 'other-chunk') return undefined
      const found = await resolve(path, { ...rest, kind, namespace, pluginData: 'resolving' })
      if (found.namespace !== 'file') return found
      const module = found.path.slice(root.length + 1)
      const other = chunkByModule?.get(module) ?? chunk
      if (chunkByModule && other === chunk) return found
      // What is in `main` is loaded anyway, and called for every row.
      const canWait = kind === 'import-statement' && other !== 'main' && lazyExports.has(module)
      if (canWait) return { path: module, namespace: 'lazy' }
      return chunkByModule ? { path: module, namespace: 'other-chunk' } : found
    })
    onResolve({ filter: /./, namespace: 'other-chunk' }, ({ path }) => ({ path, external: true }))
    onLoad({ filter: /./, namespace: 'other-chunk' }, ({ path }) => ({
      contents: importFromChunk(path, chunkByModule.get(path), namesByModule.get(path)),
    }))
    onLoad({ filter: /./, namespace: 'lazy' }, ({ path }) => ({
      contents: [
        `let loaded\nconst load = () => (loaded ??= require('./${path}'))`,
        ...lazyExports.get(path),
      ].join('\n'),
      resolveDir: root,
    }))
  },
})

/** Returns the code of a module that takes its exports from another chunk. */
function importFromChunk(path, chunk, names) {
  const module = `require('./${chunk}.cjs')['${path}']`
  if (!names) return `module.exports = ${module}`
  const constants = names.map((name, at) => `const value${at} = module['${name}']`)
  const exports = names.map((name, at) => `value${at} as ${name}`)
  return [`const module = ${module}`, ...constants, `export { ${exports.join(', ')} }`].join('\n')
}
