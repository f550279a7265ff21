/** Writes what V8 compiles for the common commands, so that a start need not compile the same functions again. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createHome, inputByCache, linesByCache } from './common-commands.js'
import { root } from './plugins.js'

const program = `${root}/bin/budget.js`

/** V8 reads the caches of its own version only; bin/budget.js looks for the same folder. */
const folder = `${root}/dist/cache/${process.versions.v8}-${process.arch}`

/** Writes the caches of the common commands, a file for each chunk that they load. */
export function writeCodeCaches() {
  for (const [words, lines] of Object.entries(linesByCache)) {
    const target = `${folder}/${words.replace(' ', '-')}`
    mkdirSync(target, { recursive: true })
    const home = createHome((args, env) =>
      execFileSync(process.execPath, [program, ...args], { env, stdio: 'ignore' }),
    )
    home.prepare(words)
    const code = `(${recordCodeCaches.toString()})(...process.argv.slice(1))`
    const args = ['-e', code, program, target, JSON.stringify(lines)]
    const input = inputByCache[words] ?? ''
    execFileSync(process.execPath, args, { env: home.env, input, stdio: ['pipe', 'ignore', 'pipe'] })
    home.remove()
  }
}

/** Runs command lines and writes what V8 compiled for them. Runs in a process of its own, so that nothing else is in it. */
async function recordCodeCaches(program, target, lines) {
  const { writeFileSync } = require('node:fs')
  const { basename, join } = require('node:path')
  const { load, chunks } = require(program).createChunkLoader()
  const { main } = load('./main.cjs')['src/main.ts']
  for (const line of JSON.parse(lines)) {
    const code = await main(line, '')
    if (code !== 0) throw new Error(`budget ${line.join(' ')} ends with ${code}`)
  }
  // Closing many workspaces turned this flag on, and V8 accepts a cache only from a process with the same flags.
  require('node:v8').setFlagsFromString('--no-expose-gc')
  for (const [filename, { script }] of chunks)
    writeFileSync(join(target, `${basename(filename, '.cjs')}.cache`), script.createCachedData())
}

/** @throws when V8 rejects a code cache: every start would compile again, and nothing else would show it. */
export function assertCodeCaches() {
  const { cachedCommands, createChunkLoader } = createRequire(import.meta.url)(program)
  for (const words of [...cachedCommands, 'other'])
    if (!linesByCache[words]) throw new Error(`No lines of budget ${words} are recorded`)
  for (const command of readdirSync(folder)) {
    const names = readdirSync(`${folder}/${command}`).map((name) => name.replace(/cache$/, 'cjs'))
    const { load, chunks } = createChunkLoader(`${folder}/${command}`)
    for (const name of names) load(existsSync(`${root}/dist/${name}`) ? `./${name}` : `./vendor/${name}`)
    for (const [file, { isCached }] of chunks)
      if (!isCached) throw new Error(`V8 rejects the cache of ${command} for ${file}`)
  }
}
