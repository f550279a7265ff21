/** Reads and writes the cookies of the page, and derives the tokens of forms from them. @see docs/page.md#cookie */

import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The cookie of a device, and that of a visitor who has not signed in yet. Over https the prefix makes browsers take
 * them from this host alone, and only over https.
 */
export type CookieKind = 'device' | 'visitor'

const cookieNames: Readonly<Record<CookieKind, string>> = { device: 'budget', visitor: 'budget-visitor' }

const getName = (kind: CookieKind, isSecure: boolean): string =>
  `${isSecure ? '__Host-' : ''}${cookieNames[kind]}`

/** Returns the value of a cookie; undefined without one. */
export function readCookie(
  header: string | undefined,
  kind: CookieKind,
  isSecure: boolean,
): string | undefined {
  const start = `${getName(kind, isSecure)}=`
  const pair = (header ?? '').split(/; */).find((one) => one.startsWith(start))
  const value = pair?.slice(start.length)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Returns a Set-Cookie header; `seconds` of 0 removes the cookie, undefined keeps it until the browser is closed. */
export const formatCookie = (
  kind: CookieKind,
  { value, seconds, isSecure }: { value: string; seconds: number | undefined; isSecure: boolean },
): string =>
  [
    `${getName(kind, isSecure)}=${value}`,
    'Path=/',
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
    'HttpOnly',
    ...(isSecure ? ['Secure'] : []),
    // A start from the home screen of an iPhone counts as another site: Strict would withhold the cookie.
    'SameSite=Lax',
  ].join('; ')

/** Derives the token of the forms of a device in a workspace, or of a visitor; a form of another one is refused. */
export const deriveToken = (secret: string, workspace_id: string): string =>
  createHmac('sha256', secret).update(`form ${workspace_id}`).digest('base64url')

/** True if both texts are the same, in a time that depends on their lengths alone. */
export function isSameToken(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
