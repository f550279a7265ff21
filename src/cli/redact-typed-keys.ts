/** Redacts API keys on stderr. @see docs/reliability.md#r18 */

import type { Runtime } from '../command/runtime.ts'
import { transformStream } from './wrap-stderr.ts'

/** Matches a key made by `budget keys create`. */
const API_KEY = /\bbgt_[A-Za-z0-9_-]{16,}/g
const MIN_KEY_LENGTH = 8

/**
 * Returns the same runtime, except that stderr shows only the last four characters of known keys and of text that looks
 * like a key. With `stored`, the keys in credentials.json are known as well, which reads that file.
 */
export async function withRedactedKeys(runtime: Runtime, { stored }: { stored: boolean }): Promise<Runtime> {
  const { stderr, settings } = runtime
  const storedKeys = stored ? await listReadableKeys(settings) : []
  const redact = createKeyRedactor(runtime, storedKeys)
  const redacted = transformStream(stderr, {
    write: (text) => stderr.write(redact(text)),
    status: (text) => stderr.status(redact(text)),
  })
  return { ...runtime, stderr: redacted }
}

/** Lists the stored keys; none where reading them fails, because reporting an error must not fail itself. */
const listReadableKeys = async (settings: Runtime['settings']): Promise<string[]> => {
  try {
    return (await settings(undefined)).listStoredKeys()
  } catch {
    return []
  }
}

/** True if the command line logs requests, which may contain a stored key. */
export const logsRequests = (args: readonly string[], env: Runtime['env']): boolean =>
  Boolean(env['BUDGET_DEBUG']) || args.some((arg) => ['--verbose', '--debug', '-v'].includes(arg))

/** Returns a function that masks the key of the environment, these stored keys, and text that looks like a key. */
export function createKeyRedactor(
  { env }: Pick<Runtime, 'env'>,
  storedKeys: readonly string[],
): (text: string) => string {
  const forms = [env['BUDGET_API_KEY'] ?? '', ...storedKeys]
    .filter((key) => key.length >= MIN_KEY_LENGTH)
    .flatMap((key) =>
      [
        key,
        JSON.stringify(key).slice(1, -1),
        encodeURIComponent(key),
        Buffer.from(key).toString('base64'),
      ].map((form) => [form, maskKey(key)] as const),
    )
  return (text) =>
    forms
      .reduce((redacted, [form, mask]) => redacted.replaceAll(form, () => mask), text)
      .replace(API_KEY, (key) => maskKey(key))
}

const maskKey = (key: string): string => `***${key.slice(-4)}`
