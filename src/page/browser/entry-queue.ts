/** Keeps entries on this phone until the service has them, and sends them one by one, the oldest first. */

/** An entry that waits to be sent. */
export interface WaitingEntry {
  /** Its place in the queue; clocks do not matter. */
  seq?: number
  id: string
  /** The only workspace it may reach. */
  workspace: string
  /** The fields of its form. */
  fields: Record<string, string>
  /** `new` can be changed; `sent` may have arrived; `refused` was answered, and can be changed again. */
  state: 'new' | 'sent' | 'refused'
  /** Why the service refused it. */
  reason?: string
  /** True if the service has its id with other content, so that a correction needs an id of its own. */
  isConflict?: boolean
}

/** What the last attempt to send came to. */
export interface SendResult {
  outcome: 'done' | 'offline' | 'signed-out'
  /** The workspace of this phone; undefined when that is not known. */
  workspace: string | undefined
}

const STORE = 'entries'

function openQueue(): Promise<IDBDatabase> {
  const request = indexedDB.open('budget', 1)
  request.addEventListener('upgradeneeded', () => {
    const store = request.result.createObjectStore(STORE, { keyPath: 'seq', autoIncrement: true })
    store.createIndex('id', 'id', { unique: true })
  })
  return toPromise(request)
}

const toPromise = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

/** Runs `work` in a transaction, and returns when it is on the disk. */
async function transact<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const database = await openQueue()
  try {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), ended])
    return result
  } finally {
    database.close()
  }
}

/** Lists the entries, the oldest first. */
export const listEntries = (): Promise<WaitingEntry[]> =>
  transact('readonly', (store) => toPromise(store.getAll() as IDBRequest<WaitingEntry[]>))

/** Keeps an entry: a new one, or a changed one in its place. False if it is already sent, or here. */
export const keepEntry = (entry: WaitingEntry): Promise<boolean> =>
  transact('readwrite', async (store) => {
    if (entry.seq === undefined) {
      if (await toPromise(store.index('id').get(entry.id))) return false
      await toPromise(store.add(entry))
      return true
    }
    const kept: WaitingEntry | undefined = await toPromise(store.get(entry.seq))
    if (!kept || kept.state === 'sent') return false
    await toPromise(store.put(entry))
    return true
  })

/** Removes an entry that is saved or discarded. */
export const removeEntry = (seq: number): Promise<unknown> =>
  transact('readwrite', (store) => toPromise(store.delete(seq)))

/** Removes everything that this phone keeps. */
export async function clearPhone(): Promise<void> {
  await transact('readwrite', (store) => toPromise(store.clear()))
  await clearCopies()
}

/** Removes names and figures; entries that wait are kept. */
export async function clearCopies(): Promise<void> {
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name)
}

const LOCK = 'budget-send'

/** After so long the tab that sends may be one that the phone has stopped. */
const PATIENCE_MILLISECONDS = 20_000

/** Sends what waits. Of all tabs and the worker, one sends at a time; were it two, each entry would be saved once. */
export const sendEntries = async (): Promise<SendResult> =>
  (await sendWithLock({ signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })) ??
  (await sendWithLock({ steal: true })) ?? { outcome: 'offline', workspace: undefined }

/** Sends what waits; undefined without the lock. Where another tab takes the lock over, the answers still count. */
async function sendWithLock(options: LockOptions): Promise<SendResult | undefined> {
  let sending: Promise<SendResult> | undefined
  await navigator.locks.request(LOCK, options, () => (sending = sendAlone())).catch(() => undefined)
  return sending
}

async function sendAlone(): Promise<SendResult> {
  const result: SendResult = { outcome: 'done', workspace: undefined }
  const state = await ask('/phone')
  if (state.kind !== 'answer' || !('token' in state.body)) {
    return { ...result, outcome: state.kind === 'signed-out' ? 'signed-out' : 'offline' }
  }
  const { token, workspace } = state.body
  result.workspace = workspace
  for (;;) {
    const waiting = await listEntries()
    const entry = waiting.find((one) => one.state !== 'refused' && one.workspace === workspace)
    if (!entry) return result
    const outcome = await sendEntry(entry, token ?? '')
    if (outcome !== 'done') return { ...result, outcome }
  }
}

/** Sends one entry; done when it was answered. */
async function sendEntry(entry: WaitingEntry, token: string): Promise<SendResult['outcome']> {
  const sent: WaitingEntry = { ...entry, state: 'sent' }
  // From now on it may have arrived, so that it must not change before there is an answer.
  const isMarked = await replaceEntry(entry, sent)
  // It was changed or discarded in another tab; the next look decides.
  if (!isMarked) return 'done'
  const { id, workspace, fields } = entry
  const answer = await ask('/add', new URLSearchParams({ ...fields, entry: id, workspace, token }))
  if (answer.kind !== 'answer') return answer.kind
  const { done, error } = answer.body
  if (answer.status < 300 && done === id) {
    await removeEntry(entry.seq ?? 0)
    return 'done'
  }
  if (!error) return 'offline'
  await replaceEntry(sent, {
    ...sent,
    state: 'refused',
    reason: error.text,
    isConflict: answer.status === 409,
  })
  return 'done'
}

/** Changes an entry; false if it is no longer as it was read. */
const replaceEntry = (read: WaitingEntry, changed: WaitingEntry): Promise<boolean> =>
  transact('readwrite', async (store) => {
    const kept: WaitingEntry | undefined = await toPromise(store.get(read.seq ?? 0))
    if (JSON.stringify(kept) !== JSON.stringify(read)) return false
    await toPromise(store.put(changed))
    return true
  })

interface AnswerBody {
  token?: string
  workspace?: string
  done?: string
  error?: { text: string }
}

type Answer = { kind: 'offline' | 'signed-out' } | { kind: 'answer'; status: number; body: AnswerBody }

const TIMEOUT_MILLISECONDS = 20_000

/** Asks the service. What is no answer of its own, e.g. of the login page of a hotel, counts as none. */
async function ask(path: string, form?: URLSearchParams): Promise<Answer> {
  try {
    const response = await fetch(path, {
      ...(form && { method: 'POST', body: form }),
      headers: { accept: 'application/json' },
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    const { status } = response
    const body: unknown = await response.json()
    if (typeof body !== 'object' || body === null) return { kind: 'offline' }
    if (status === 401 && 'error' in body) {
      await clearCopies()
      return { kind: 'signed-out' }
    }
    if (status === 408 || status === 429 || status >= 500) return { kind: 'offline' }
    return { kind: 'answer', status, body }
  } catch {
    // No connection, a timeout, or no JSON: whether an entry arrived is not known.
    return { kind: 'offline' }
  }
}
