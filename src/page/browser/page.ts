/** Adds to the page what needs a script: entries without a connection, and the date of the phone. */

import {
  clearCopies,
  clearPhone,
  keepEntry,
  listEntries,
  removeEntry,
  type SendResult,
  sendEntries,
  type WaitingEntry,
} from './entry-queue.ts'

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
const form = document.querySelector<HTMLFormElement>('#add')
const queue = find('#queue')
const isSecure = window.isSecureContext && 'indexedDB' in window && 'locks' in navigator
const tabs = new BroadcastChannel('budget')

/** The entry of the queue that the form changes. */
let edited: WaitingEntry | undefined

function getField(name: string): HTMLInputElement | HTMLSelectElement {
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) return field
  throw new Error(`The form has no field ${name}`)
}

/** Gives the form an id and the date of this phone: it may be a copy from another day. */
function renewForm(): void {
  const now = new Date()
  const two = (number: number): string => String(number).padStart(2, '0')
  getField('date').value = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  getField('entry').value = crypto.randomUUID()
  edited = undefined
}

/** Shows a note above the form; `isBad` where something was refused. */
function tell(text: string, isBad = false): void {
  document.querySelector('.note')?.remove()
  const note = document.createElement('div')
  note.className = isBad ? 'note bad' : 'note'
  note.setAttribute('role', 'status')
  note.textContent = text
  find('main')?.prepend(note)
}

const OWN_FIELDS = ['token', 'entry', 'workspace']

function readEntry(): WaitingEntry {
  const values = new FormData(form ?? undefined)
  const fields: Record<string, string> = {}
  for (const [name, value] of values)
    if (!OWN_FIELDS.includes(name) && typeof value === 'string' && value !== '') fields[name] = value
  return {
    ...(edited?.seq !== undefined && { seq: edited.seq }),
    id: getField('entry').value,
    workspace: edited?.workspace ?? getField('workspace').value,
    fields,
    state: 'new',
  }
}

async function saveForm(): Promise<void> {
  const entry = readEntry()
  try {
    if (!(await keepEntry(entry)) && edited) return tell('This entry is being sent; it cannot be changed now')
  } catch {
    // A phone that cannot keep it sends it at once.
    form?.submit()
    return
  }
  form?.reset()
  renewForm()
  tell('Saved on this phone')
  void navigator.storage.persist()
  void registerSync()
  await send(entry.id)
}

/** What some browsers have beside the standard. */
interface Syncing {
  sync?: { register(tag: string): Promise<void> }
}

/** Lets the browser send when there is a connection again, where it can. */
async function registerSync(): Promise<void> {
  const registration: ServiceWorkerRegistration & Syncing = await navigator.serviceWorker.ready
  await registration.sync?.register('entries').catch(() => undefined)
}

let pause = 5_000
let timer: ReturnType<typeof setTimeout> | undefined

/** Sends what waits, and again after a pause while there is no connection. @param id what was kept just now */
async function send(id?: string): Promise<void> {
  await showQueue()
  const waits = (await listEntries()).some(({ state }) => state !== 'refused')
  const result = waits ? await sendEntries() : undefined
  // Another tab, or the worker, may have sent it.
  const own = (await listEntries()).find((entry) => entry.id === id)
  const isSaved = id !== undefined && !own
  const isIdle = form && getField('amount').value === '' && !edited
  // The service shows the figures after it, and takes it back.
  if (isSaved && isIdle) return location.replace(`/add?done=${id}`)
  if (isSaved) tell('Saved')
  if (own?.state === 'refused' && isIdle) {
    editEntry(own)
    tell(`Not saved: ${own.reason}`, true)
  }
  if (!result) return
  tabs.postMessage('changed')
  await showQueue(result)
  clearTimeout(timer)
  if (result.outcome !== 'offline') pause = 5_000
  else {
    timer = setTimeout(() => void send(), pause)
    pause = Math.min(2 * pause, 300_000)
  }
}

function createButton(label: string, run: () => unknown): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  button.addEventListener('click', () => void run())
  return button
}

function describe({ fields, state, reason, workspace }: WaitingEntry, result?: SendResult): [string, string] {
  const sign = fields['direction'] === 'in' ? '' : '-'
  const name = fields['merchant'] ?? fields['likely'] ?? fields['notes'] ?? 'Entry'
  const isForeign = result?.workspace !== undefined && result.workspace !== workspace
  const waits = isForeign
    ? 'belongs to another workspace; sign in to that one'
    : state === 'sent'
      ? 'sent, not answered yet'
      : 'waits to be sent'
  return [
    `${name} ${sign}${fields['amount']}`,
    `${fields['date']} · ${state === 'refused' ? `not saved: ${reason}` : waits}`,
  ]
}

/** How many of those that wait are listed. */
const MOST_SHOWN = 50

/** Shows what waits, with what can be done about each. */
async function showQueue(result?: SendResult): Promise<void> {
  if (!queue) return
  const waiting = await listEntries()
  const heading = document.createElement('h2')
  heading.textContent = `${waiting.length} wait${waiting.length === 1 ? 's' : ''} to be sent`
  const list = document.createElement('ul')
  list.className = 'rows'
  for (const entry of waiting.slice(0, MOST_SHOWN)) {
    const [name, state] = describe(entry, result)
    const row = document.createElement('li')
    const text = document.createElement('div')
    text.className = 'row'
    for (const [kind, content] of [
      ['name', name],
      ['under', state],
    ] as const) {
      const part = document.createElement('span')
      part.className = kind
      part.textContent = content
      text.append(part)
    }
    row.append(text)
    const edit = () => (form ? editEntry(entry) : location.assign(`/add#${entry.id}`))
    if (entry.state !== 'sent') row.append(createButton('Edit', edit))
    if (entry.state !== 'sent') row.append(createButton('Discard', () => discardEntry(entry, name)))
    list.append(row)
  }
  queue.replaceChildren(
    ...(waiting.length === 0 ? [] : [heading, list, createButton('Send now', () => send())]),
  )
  if (result?.outcome === 'signed-out') tell('Signed out: sign in again to send what waits')
}

/** Puts what waits under an id into the form. */
async function editWaiting(id: string): Promise<void> {
  const entry = (await listEntries()).find((one) => one.id === id && one.state !== 'sent')
  if (entry) editEntry(entry)
}

function editEntry(entry: WaitingEntry): void {
  form?.reset()
  renewForm()
  edited = entry
  const { likely, direction, ...fields } = entry.fields
  for (const [name, value] of Object.entries({ ...fields, merchant: fields['merchant'] ?? likely ?? '' }))
    getField(name).value = value
  const radio = document.querySelector<HTMLInputElement>(
    `input[name=direction][value=${direction === 'in' ? 'in' : 'out'}]`,
  )
  if (radio) radio.checked = true
  if (!entry.isConflict) getField('entry').value = entry.id
  getField('amount').focus()
}

async function discardEntry({ seq }: WaitingEntry, name: string): Promise<void> {
  if (!confirm(`Discard ${name}? It was not saved.`)) return
  if (seq !== undefined) await removeEntry(seq)
  tabs.postMessage('changed')
  await showQueue()
}

/** Asks before what waits is lost, and leaves nothing on the phone. */
async function signOut(signOutForm: HTMLFormElement): Promise<void> {
  const { length } = await listEntries()
  const question = `${length} wait${length === 1 ? 's' : ''} to be sent and would be lost. Sign out?`
  if (length > 0 && !confirm(question)) return
  const problem = await endDevice(signOutForm)
  if (problem !== undefined) return tell(`${problem} Nothing was changed.`, true)
  await clearPhone()
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  location.assign('/sign-in')
}

/** Signs out; returns what stood in the way. The service redirects, also where the device was ended before. */
async function endDevice({ action, elements }: HTMLFormElement): Promise<string | undefined> {
  const token = elements.namedItem('token') as HTMLInputElement // each form has one
  try {
    const { type, status } = await fetch(action, {
      method: 'POST',
      body: new URLSearchParams({ token: token.value }),
      redirect: 'manual',
      signal: AbortSignal.timeout(SIGN_OUT_MILLISECONDS),
    })
    if (type === 'opaqueredirect' || status === 401) return undefined
    return status >= 500 ? NO_ANSWER : 'The service refused it: reload this screen and try again.'
  } catch {
    return NO_ANSWER
  }
}

const NO_ANSWER = 'Signing out needs a connection, and the service does not answer.'

const SIGN_OUT_MILLISECONDS = 20_000

function tellWhere(): void {
  const place = find('#offline')
  if (!place) return
  const made = Number(form?.dataset['at'])
  if (!isSecure) place.textContent = 'This address has no https, so that entries need a connection.'
  else if (document.documentElement.dataset['copy'] !== undefined)
    place.textContent = `The service does not answer. Figures are of ${new Date(made).toLocaleString()}; entries are kept on this phone.`
  place.hidden = place.textContent === ''
}

/** A second tap on a button sends nothing. */
function disableButtons(event: SubmitEvent): void {
  const sent = event.target
  if (!(sent instanceof HTMLFormElement) || event.defaultPrevented) return
  setTimeout(() => {
    for (const button of sent.querySelectorAll('button')) button.disabled = true
  })
}

function start(): void {
  const code = location.hash.slice(1)
  const codeField = document.querySelector<HTMLInputElement>('input[name=code]')
  if (codeField && code !== '') codeField.value = decodeURIComponent(code)
  tellWhere()
  addEventListener('submit', disableButtons)
  // Back shows the page as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  if (!isSecure) return
  void navigator.serviceWorker?.register('/worker.js')
  if (form?.dataset['new'] !== undefined) renewForm()
  if (form && code !== '') void editWaiting(code)
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void saveForm()
  })
  find('form[action="/sign-out"]')?.addEventListener('submit', (event) => {
    event.preventDefault()
    void signOut(event.target as HTMLFormElement)
  })
  tabs.addEventListener('message', () => void showQueue())
  addEventListener('online', () => void send())
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'visible' && send()))
  // Who signs in was signed out, and no names are left of then.
  if (codeField) void clearCopies()
  else void send()
}

start()
