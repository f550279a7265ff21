/** Writes what V8 compiles for the common commands, so that a start need not compile the same functions again. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import Module from 'node:module'
import { Script } from 'node:vm'
import { createHome, linesByCache } from './common-commands.js'
import { root } from './plugins.js'

/** V8 reads the caches of its own version only; bin/budget.js looks for the same folder. */
const folder = `${root}/dist/cache/${process.versions.v8}-${process.arch}`

/** Writes the caches of the common commands, a file for each chunk that they load. */
export function writeCodeCaches() {
  for (const [words, lines] of Object.entries(linesByCache)) {
    const target = `${folder}/${words.replace(' ', '-')}`
    mkdirSync(target, { recursive: true })
    const home = createHome((args, env) =>
      execFileSync(process.execPath, [`${root}/bin/budget.js`, ...args], { env, stdio: 'ignore' }),
    )
    const code = `(${recordCodeCaches.toString()})(...process.argv.slice(1))`
    const args = ['-e', code, `${root}/dist`, target, JSON.stringify(lines)]
    execFileSync(process.execPath, args, { env: home.env, stdio: ['ignore', 'ignore', 'pipe'] })
    home.remove()
  }
}

/** Runs command lines and writes what V8 compiled for them. Runs in a process of its own, so that nothing else is in it. */
async function recordCodeCaches(dist, target, lines) {
  const { readFileSync, writeFileSync } = require('node:fs')
  const { createRequire, wrap } = require('node:module')
  const { Script } = require('node:vm')
  const scripts = new Map()
  const modules = new Map()
  const requireFile = createRequire(`${dist}/main.cjs`)
  const load = (id) => (/^\.\/[\w-]+\.cjs$/.test(id) ? loadChunk(id) : requireFile(id))
  load.resolve = requireFile.resolve
  function loadChunk(id) {
    if (modules.has(id)) return modules.get(id).exports
    const filename = `${dist}/${id.slice(2)}`
    const script = new Script(wrap(readFileSync(filename, 'latin1')), { filename })
    const module = { exports: {} }
    scripts.set(id, script)
    modules.set(id, module)
    script.runInThisContext()(module.exports, load, module, filename, dist)
    return module.exports
  }
  const { main } = loadChunk('./main.cjs')['src/main.ts']
  for (const line of JSON.parse(lines)) {
    const code = await main(line, '')
    if (code !== 0) throw new Error(`budget ${line.join(' ')} ends with ${code}`)
  }
  // Closing many workspaces turned this flag on, and V8 accepts a cache only from a process with the same flags.
  require('node:v8').setFlagsFromString('--no-expose-gc')
  for (const [id, script] of scripts)
    writeFileSync(`${target}/${id.slice(2, -4)}.cache`, script.createCachedData())
}

/** @throws when V8 rejects a code cache: every start would compile again, and nothing else would show it. */
export function assertCodeCaches() {
  for (const command of readdirSync(folder))
    for (const name of readdirSync(`${folder}/${command}`)) {
      const filename = `${root}/dist/${name.replace(/cache$/, 'cjs')}`
      const cachedData = readFileSync(`${folder}/${command}/${name}`)
      const script = new Script(Module.wrap(readFileSync(filename, 'latin1')), { filename, cachedData })
      if (script.cachedDataRejected) throw new Error(`V8 rejects the cache of ${command} for ${name}`)
    }
}
