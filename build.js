/**
 * Builds dist/ from src/: CommonJS chunks whose modules start when they are first used, a file for every package that
 * few commands need, what a browser loads, V8 code caches, and the help as text. With --docs also docs/commands.md and completions/.
 */

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { build } from 'esbuild'
import { buildChunks } from './build/chunks.js'
import { assertCodeCaches, writeCodeCaches } from './build/code-caches.js'
import {
  commonOptions,
  moduleFunction,
  root,
  sqlitePlugin,
  vendorFiles,
  vendorPlugin,
  withoutHttp2Plugin,
} from './build/plugins.js'

const require = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

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
        external: file === 'pg' ? ['pg-native', 'pg-cloudflare'] : [], // Neither is of use here.
        drop: file === 'xlsx' ? ['console'] : [], // It would write texts of a file as they are.
        outfile: `dist/vendor/${file}.cjs`,
        ...moduleFunction,
      })
    }),
  ])
  await buildPageFiles()
  writeFileSync(`${root}/dist/package.json`, '{ "type": "commonjs" }\n')
  await buildChunks()
  for (const name of readdirSync(`${root}/dist`).filter((file) => file.endsWith('.cjs')))
    if (name !== 'documents.cjs') assertAscii(`${root}/dist/${name}`)
}

/** Builds what a browser loads from the page of `budget serve`. */
async function buildPageFiles() {
  const folder = `${root}/src/page/browser`
  await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome120', 'firefox120', 'safari16'],
    entryPoints: [`${folder}/page.ts`, `${folder}/worker.ts`],
    outdir: 'dist/page',
  })
  for (const name of readdirSync(folder).filter((file) => /\.(?:png|svg|webmanifest)$/.test(file)))
    copyFileSync(`${folder}/${name}`, `${root}/dist/page/${name}`)
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

await bundle()
writeCodeCaches()
assertCodeCaches()
await writeTexts(process.argv.includes('--docs'))
rmSync(`${root}/dist/documents.cjs`)
