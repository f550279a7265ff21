// Preloaded into the built program: tells at its end which files of the program and which parts of Node it loaded, and
// how many bytes of code it read.
const fs = require('node:fs')
const Module = require('node:module')

// Node has no public way to hear of every require.
/* oxlint-disable no-underscore-dangle */
const asked = new Set()
const load = Module._load
Module._load = function (request, ...rest) {
  asked.add(request)
  return load.call(this, request, ...rest)
}
const { readFileSync } = fs
let bytes = 0
fs.readFileSync = function (file, ...rest) {
  const content = readFileSync.call(this, file, ...rest)
  // The program loads its chunks and some packages itself.
  if (String(file).endsWith('.cjs')) {
    asked.add(String(file))
    bytes += content.length
  }
  return content
}
process.on('exit', () => {
  // Asked for by its built-in name it is no require, and it brings all of Node's sockets along.
  if (process.moduleLoadList.includes('NativeModule tty')) asked.add('node:tty')
  fs.writeSync(2, `LOADED ${JSON.stringify([...asked])}\nREAD ${bytes}\n`)
})
