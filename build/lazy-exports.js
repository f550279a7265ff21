/** Describes what the modules of src/ export, so that a stand-in can start a module at the first call of a function. */

import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'esbuild'
import { commonOptions, plugins, root } from './plugins.js'

/**
 * Returns the exports of each module as code that takes them from a function `load`, for modules that export only
 * functions, objects of functions, and constants that are no objects: nobody sees when those start.
 */
export async function describeLazyExports(paths) {
  const outfile = `${root}/dist/described.cjs`
  const getters = paths.map((path) => `get '${path}'() { return require('./${path}') }`)
  const contents = `module.exports = { ${getters.join(', ')} }`
  await build({ ...commonOptions, stdin: { contents, resolveDir: root }, plugins, outfile })
  const modules = createRequire(import.meta.url)(outfile)
  rmSync(outfile)
  const described = paths.map((path) => [path, Object.entries(modules[path]).map(describeExport)])
  return new Map(described.filter(([, exports]) => exports.length > 0 && exports.every(Boolean)))
}

function describeExport([name, value]) {
  const code = describeValue(value, `load()['${name}']`) ?? describeObject(value, name)
  return code && `export const ${name} = ${code}`
}

/** Returns the code of an object of functions and constants; undefined for any other value. */
function describeObject(value, name) {
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined
  const entries = Object.entries(Object.getOwnPropertyDescriptors(value)).map(([key, { value: one }]) => {
    const code = describeValue(one, `load()['${name}']['${key}']`)
    return code && `'${key}': ${code}`
  })
  return entries.length > 0 && entries.every(Boolean) ? `{ ${entries.join(', ')} }` : undefined
}

/** Returns the code of a function or a constant; undefined for an object, a class or what JSON cannot say. */
function describeValue(value, loaded) {
  if (typeof value === 'function')
    return /^class\b/.test(String(value)) ? undefined : `(...args) => ${loaded}(...args)`
  const isConstant = value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
  return isConstant ? JSON.stringify(value) : undefined
}
