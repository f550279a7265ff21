/** Decides under which address a request reached the page, and whether a form was sent by the page itself. */

import type { WebRequest } from '../contract/ports/web-page.ts'

/** The address under which a request reached the page. */
export interface Site {
  origin: string
  isSecure: boolean
}

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Returns the site of a Host header; undefined for a name that is not the page's, e.g. one that was rebound. What a
 * proxy says in X-Forwarded-* is not read.
 */
export function findSite(host: string | undefined, public_url: URL | undefined): Site | undefined {
  const name = (host ?? '').toLowerCase()
  if (public_url)
    return name === public_url.host
      ? { origin: public_url.origin, isSecure: public_url.protocol === 'https:' }
      : undefined
  return LOOPBACK_HOST.test(name) ? { origin: `http://${name}`, isSecure: false } : undefined
}

/** True if a page of this site sent the request, as far as browsers tell. */
export function isFromSite({ headers }: Pick<WebRequest, 'headers'>, { origin }: Site): boolean {
  const fetchSite = headers['sec-fetch-site']
  return headers['origin'] === origin && (fetchSite === undefined || fetchSite === 'same-origin')
}
