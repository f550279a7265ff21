/** Shows the form of a new entry without a connection, and sends what waits when there is one again. */

import { clearCopies, sendEntries } from './entry-queue.ts'

const COPIES = 'copies'
const FORM = '/add'
const SIGN_IN = '/sign-in'
const GATEWAY_FAILURES = [502, 503, 504]
const ASSETS = ['/page.css', '/page.js', '/icon.svg', '/manifest.webmanifest']

/** What a worker is told; the types of a page know none. */
interface WorkerEvent extends Event {
  request: Request
  waitUntil(work: Promise<unknown>): void
  respondWith(response: Promise<Response>): void
}

const worker = self as unknown as {
  addEventListener(name: string, listen: (event: WorkerEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('sync', (event) => event.waitUntil(sendEntries()))
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate') event.respondWith(navigate(event))
  else if (ASSETS.includes(pathname)) event.respondWith(load(event.request))
})

async function install(): Promise<void> {
  const copies = await caches.open(COPIES)
  await copies.addAll(ASSETS)
  await worker.skipWaiting()
  await copyForm()
}

/** Keeps the form as it is without a note about what was done. */
async function copyForm(): Promise<void> {
  const response = await fetch(FORM, { redirect: 'manual' }).catch(() => undefined)
  if (response?.ok) await (await caches.open(COPIES)).put(FORM, response)
}

async function navigate(event: WorkerEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  // Who is signed out keeps no names: every redirect to the sign-in leads here, also where the line breaks then.
  if (pathname === SIGN_IN) event.waitUntil(clearCopies())
  try {
    const response = await fetch(event.request)
    if (pathname === FORM && response.ok) event.waitUntil(copyForm())
    if (response.status === 401) event.waitUntil(clearCopies())
    // The service itself has no such answers, but what stands before it.
    return GATEWAY_FAILURES.includes(response.status) ? showWithout(pathname, response) : response
  } catch {
    return showWithout(pathname, Response.error())
  }
}

/** Shows the kept form, marked as a copy; any other screen says that it needs a connection. */
async function showWithout(pathname: string, failure: Response): Promise<Response> {
  if (pathname === SIGN_IN) return failure
  const copy = await caches.match(FORM)
  if (!copy) return failure
  const isForm = pathname === FORM || pathname === '/'
  const document = isForm ? markCopy(await copy.text()) : OFFLINE
  // The headers say what the document may load.
  return new Response(document, { status: isForm ? 200 : 503, headers: copy.headers })
}

const markCopy = (document: string): string =>
  document.replace('<html lang="en">', '<html lang="en" data-copy>')

const OFFLINE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>No connection · Budget</title>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main>
<h1>No connection</h1>
<p>This screen needs a connection, and the service does not answer. New entries are kept on this phone until it does.</p>
<p><a class="button main" href="/add">Add</a> <a class="button" href="">Try again</a></p>
</main>
</body>
</html>
`

/** Loads a file, from the copies where there is no connection. */
async function load(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    if (response.ok) await (await caches.open(COPIES)).put(request, response.clone())
    return response
  } catch {
    return (await caches.match(request)) ?? Response.error()
  }
}
