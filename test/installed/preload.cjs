// Preloaded into the installed program: fixes the date, ids, terminal and answers of a transcript. The
// program itself is the shipped code; only what differs between runs is fixed.
const { readFileSync, writeFileSync, writeSync, fstatSync } = require('node:fs')
const fs = require('node:fs')
const crypto = require('node:crypto')
const net = require('node:net')
const tty = require('node:tty')
const Module = require('node:module')

const { now, terminal, rows, answers, port, counter } = JSON.parse(process.env.BUDGET_TEST_STAGE)
delete process.env.BUDGET_TEST_STAGE
delete process.env.NODE_OPTIONS

if (now !== undefined) {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length === 0 ? [now] : args))
    }
    static now() {
      return now
    }
  }
}

// Ids and keys come from a counter shared by all processes of a transcript; temporary file names stay random.
const IDS = [8, 16, 24]
const { randomBytes } = crypto
if (counter !== undefined) {
  crypto.randomBytes = (bytes, ...rest) => {
    if (!IDS.includes(bytes)) return randomBytes(bytes, ...rest)
    let next = Number(readFileSync(counter, 'utf8'))
    const made = Uint8Array.from({ length: bytes }, () => (next = (next + 37) % 251))
    writeFileSync(counter, String(next))
    return Buffer.from(made)
  }
}

// In a transcript the service always has port 8787.
if (port !== undefined) {
  const { connect } = net.Socket.prototype
  net.Socket.prototype.connect = function (...args) {
    const [first] = Array.isArray(args[0]) ? args[0] : args
    if (first && typeof first === 'object' && Number(first.port) === 8787) first.port = port
    return connect.apply(this, args)
  }
}

if (terminal !== undefined) {
  tty.isatty = () => true
  fs.fstatSync = (descriptor, ...rest) =>
    descriptor <= 2 ? { isCharacterDevice: () => true } : fstatSync(descriptor, ...rest)
  for (const stream of [process.stdout, process.stderr]) {
    Object.defineProperty(stream, 'isTTY', { value: true })
    Object.defineProperty(stream, 'columns', { value: terminal })
    Object.defineProperty(stream, 'rows', { value: rows })
  }
}

// The answers of a transcript replace key presses, because prompts redraw themselves.
const left = [...(answers ?? [])]
const heard = (question, shown) => {
  const answer = left.shift()
  writeSync(2, `${question} ${shown(answer)}\n`)
  return answer
}
const cancelled = Symbol('cancelled')
const prompts = {
  isCancel: (answer) => answer === cancelled,
  text: async ({ message }) => heard(message.replace(/ \(y\/N\)$/, ''), (answer = '') => answer) ?? cancelled,
  password: async ({ message }) => heard(message, () => '***') ?? cancelled,
  autocomplete: async ({ message, options }) => {
    // A list that takes new words is computed from what was typed.
    const list = (userInput) => (typeof options === 'function' ? options.call({ userInput }) : options)
    const labels = list('')
      .map(({ label }) => label)
      .join(', ')
    const answer = heard(message, (said = '') => `[${labels}] ${said}`)
    const choices = list(answer ?? '')
    const known = choices.find(({ label }) => label === answer)
    return (known ?? choices.find(({ label }) => label === `New: ${answer}`))?.value ?? cancelled
  },
  select: async (asked) => prompts.autocomplete(asked),
}
// The screen of a review reads lines where keys cannot be read.
const readline = {
  ...require('node:readline'),
  createInterface() {
    const listeners = {}
    return {
      on: (name, listener) => void (listeners[name] = listener),
      close: () => undefined,
      prompt() {
        const answer = left.shift()
        if (answer === undefined) return setImmediate(() => listeners.close())
        writeSync(1, `> ${answer}\n`)
        setImmediate(() => listeners.line(answer))
      },
    }
  },
}
/* oxlint-disable no-underscore-dangle -- Node has no public API to replace a module of the program */
const load = Module._load
Module._load = function (request, ...rest) {
  if (request === 'node:readline') return readline
  const isClack = request.endsWith('/vendor/clack.cjs')
  return isClack ? { '@clack/prompts': prompts } : load.call(this, request, ...rest)
}
