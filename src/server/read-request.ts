/**
 * Reads the query and the body of a request: JSON may have 4 MiB, a message of an assistant 1 MiB, the form of a page
 * 64 KiB.
 * @see docs/spec.md#d14
 */

import type { IncomingMessage } from 'node:http'
import { InvalidBody } from '../contract/operation.ts'

const MAX_BODY_BYTES = 4 * 1024 * 1024
/** A draft of 100 changes is smaller. */
const MAX_MESSAGE_BYTES = 1024 * 1024
const MAX_FORM_BYTES = 64 * 1024
const FORM_MILLISECONDS = 5000

const tooLargeBody = new InvalidBody('request body must be at most 4 MiB')
const notJsonBody = new InvalidBody('Content-Type must be application/json')
const notObjectBody = new InvalidBody('request body must be a JSON object')

/**
 * Returns the JSON object of a request, or an InvalidBody, which the engine refuses at its step of validation.
 * @see docs/spec.md#d01
 */
export async function readJsonBody(request: IncomingMessage): Promise<object> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) return notJsonBody
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return tooLargeBody
  const bytes = await readBytes(request, MAX_BODY_BYTES)
  return bytes instanceof InvalidBody ? bytes : parseObject(bytes)
}

/** Returns the message of an assistant; undefined when it is too long, or the client went away. */
export async function readMessageBody(request: IncomingMessage): Promise<string | undefined> {
  const bytes = await readBytes(request, MAX_MESSAGE_BYTES)
  return bytes instanceof InvalidBody ? undefined : bytes.toString('utf8')
}

/** Returns the bytes of a form; undefined when they are too many, or the client went away. */
export async function readFormBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_FORM_BYTES) return undefined
  // No key was checked yet: who sends a form slowly is not waited for.
  const slow = setTimeout(() => request.destroy(), FORM_MILLISECONDS)
  const bytes = await readBytes(request, MAX_FORM_BYTES)
  clearTimeout(slow)
  return bytes instanceof InvalidBody ? undefined : bytes
}

function readBytes(request: IncomingMessage, most: number): Promise<Buffer | InvalidBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (result: Buffer | InvalidBody): void => {
      request.off('data', collect)
      request.pause()
      resolve(result)
    }
    const collect = (chunk: Buffer): void => {
      size += chunk.length
      chunks.push(chunk)
      if (size > most) finish(tooLargeBody)
    }
    request.on('data', collect)
    request.once('end', () => finish(Buffer.concat(chunks)))
    // A client that closed the connection gets no response; this one goes to the log.
    request.once('error', () => finish(notObjectBody))
    request.once('close', () => finish(notObjectBody))
  })
}

function parseObject(bytes: Buffer): object {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? value : notObjectBody
  } catch (error) {
    // SyntaxError: not JSON. TypeError: not UTF-8.
    if (error instanceof SyntaxError || error instanceof TypeError) return notObjectBody
    throw error
  }
}

/**
 * Returns the query parameters as text; a repeated one is a list, which the engine refuses.
 * @see docs/spec.md#d02
 */
export function parseQueryString(url: string): Record<string, unknown> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const parameters = new URLSearchParams(url.slice(start))
  const query = Array.from(parameters.keys(), (name) => {
    const values = parameters.getAll(name)
    return [name, values.length > 1 ? values : values[0]]
  })
  return Object.fromEntries(query) // unlike an assignment, this treats `__proto__` as an ordinary name
}
