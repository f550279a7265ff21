/** Shows the form of a new entry without a connection, and sends what waits when there is one again. */

import { clearCopies, sendEntries } from './entry-queue.ts'

const COPIES = 'copies'
const FORM = '/add'
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
  try {
    const response = await fetch(event.request)
    if (pathname === FORM && response.ok) event.waitUntil(copyForm())
    // The service itself has no such answers, but what stands before it.
    if (GATEWAY_FAILURES.includes(response.status)) return (await caches.match(FORM)) ?? response
    // Who is signed out keeps no names.
    if (pathname === FORM && (response.type === 'opaqueredirect' || response.status === 401))
      event.waitUntil(clearCopies())
    return response
  } catch {
    return (await caches.match(FORM)) ?? Response.error()
  }
}

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
