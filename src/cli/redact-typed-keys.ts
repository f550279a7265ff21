/**
 * Hides keys that were typed where they do not belong: whatever goes to stderr shows only their ends.
 * @see docs/reliability.md#r18
 */

import type { Runtime } from '../command/runtime.ts'
import { transformStream } from './filtered-stream.ts'

/** A key as `budget keys create` makes them. */
const API_KEY = /\bbgt_[A-Za-z0-9_-]{16,}/g
const MIN_KEY_LENGTH = 8

/**
 * The same surroundings, except that nothing on stderr shows a key that is known or looks like one of ours. `stored`: those of
 * credentials.json are known as well, which takes a look there.
 */
export async function withRedactedKeys(
  surroundings: Runtime,
  { stored }: { stored: boolean },
): Promise<Runtime> {
  const { env, stderr, settings } = surroundings
  const kept = stored ? (await settings(undefined)).listStoredKeys() : []
  const hide = createRedactor(
    [env['BUDGET_API_KEY'] ?? '', ...kept].filter((key) => key.length >= MIN_KEY_LENGTH),
  )
  const hidden = transformStream(stderr, {
    write: (text) => stderr.write(hide(text)),
    status: (text) => stderr.status(hide(text)),
  })
  return { ...surroundings, stderr: hidden }
}

/** Does a line ask to hear of every request? */
export const logsRequests = (args: readonly string[], env: Runtime['env']): boolean =>
  Boolean(env['BUDGET_DEBUG']) || args.some((arg) => ['--verbose', '--debug', '-v'].includes(arg))

function createRedactor(keys: readonly string[]): (text: string) => string {
  const forms = keys.flatMap((key) =>
    [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key), Buffer.from(key).toString('base64')].map(
      (form) => [form, maskKey(key)] as const,
    ),
  )
  return (text) =>
    forms
      .reduce((rest, [form, end]) => rest.replaceAll(form, () => end), text)
      .replace(API_KEY, (key) => maskKey(key))
}

const maskKey = (key: string): string => `***${key.slice(-4)}`
