/** Builds the responses of the page, with the headers that every one has. @see docs/page.md#headers */

import { type ApiError, UserError } from '../contract/errors.ts'
import { type Html, html } from '../output/html.ts'
import type { VisitorRequest } from './page-request.ts'
import { renderScreen } from './shell.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  // With no-referrer a browser sends `Origin: null` with forms.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Returns a response of any type, with the headers of the page; `headers` replace them. */
export const createResponse = (
  body: string | Uint8Array<ArrayBuffer> | null,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> },
): Response => new Response(body, { status, headers: { ...pageHeaders, ...headers } })

/** Returns a page. */
export const createHtmlResponse = ({ markup }: Html, status = 200): Response =>
  createResponse(`<!doctype html>${markup}`, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })

/** Returns JSON, for the script. */
export const createJsonResponse = (value: unknown, status = 200): Response =>
  createResponse(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  })

/** Returns the response that shows another page of this site; after a form, so that a reload sends nothing. */
export const redirect = (path: string): Response =>
  createResponse(null, { status: 303, headers: { Location: path } })

/** Returns a screen without tabs, e.g. for visitors. */
export const layout = (title: string, main: Html): Html => renderScreen({ title, main, tab: undefined })

/** True if the script of the page asks, which reads JSON. */
export const wantsJson = (headers: VisitorRequest['headers']): boolean =>
  /\bapplication\/json\b/.test(headers['accept'] ?? '')

/** Returns what was wrong, without hints about commands, which a phone does not have. */
export function describeProblem(error: UserError | ApiError): string {
  const hint = error instanceof UserError ? error.hint : undefined
  return hint === undefined || /\bbudget\b|--/.test(hint) ? error.message : `${error.message}. ${hint}`
}

/** What the page refuses, and why. */
export interface Refusal {
  status: number
  title: string
  text: string
  /** Seconds after which the request may be sent again. */
  retryAfter?: number | undefined
}

/** Returns a refusal, as JSON where the script asked for it. */
export function refuse(
  { status, title, text, retryAfter }: Refusal,
  headers: VisitorRequest['headers'],
): Response {
  const response = wantsJson(headers)
    ? createJsonResponse({ error: { title, text } }, status)
    : createHtmlResponse(layout(title, html`<p>${text}</p>${BACK}`), status)
  if (retryAfter !== undefined) response.headers.set('Retry-After', String(retryAfter))
  return response
}

const BACK = html`<p><a href="/">Back to the start</a></p>`
