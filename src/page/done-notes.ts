/** Remembers for a while what forms of the page did, so that each is done once, and can be taken back. */

import { ApiError, badRequest } from '../contract/errors.ts'

/** What is taken back: an entry of the history, or the one that created a transaction. */
export type TakeBack = { entry: number } | { transaction_id: string }

/** What a form did. */
export interface DoneNote {
  /** What the user is told. */
  text: string
  /** Undefined when it cannot be taken back. */
  takeBack: TakeBack | undefined
  /** Milliseconds since 1970. */
  at: number
}

/** Who sent a form, and where it was done. */
interface Sender {
  device: { id: string }
  workspace: { id: string }
}

/** How many are remembered of a device. */
const MOST = 100

const notesByDevice = new Map<string, Map<string, Promise<DoneNote>>>()

const toKey = ({ workspace }: Sender, form_id: string): string => `${workspace.id} ${form_id}`

/** True if the id of a form is a UUID. */
export const isFormId = (id: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

/** Returns the id of a form that makes a change. @throws ApiError bad_request */
export function readFormId(form: URLSearchParams): string {
  const id = form.get('form') ?? ''
  if (!isFormId(id)) throw badRequest('form must be a UUID')
  return id
}

/** Does what a form asks for, or waits for what the same form did already. */
export function doOnce(sender: Sender, form_id: string, work: () => Promise<DoneNote>): Promise<DoneNote> {
  const notes = notesByDevice.get(sender.device.id) ?? new Map<string, Promise<DoneNote>>()
  notesByDevice.set(sender.device.id, notes)
  const key = toKey(sender, form_id)
  const known = notes.get(key)
  if (known) return known
  const doing = work()
  notes.set(key, doing)
  // What was refused may be sent again.
  doing.catch(() => notes.delete(key))
  const [oldest] = notes.keys()
  if (notes.size > MOST && oldest !== undefined) notes.delete(oldest)
  return doing
}

/** Returns what a form of this device did in this workspace; undefined when that is not known. */
export const findNote = async (sender: Sender, form_id: string | null): Promise<DoneNote | undefined> =>
  notesByDevice
    .get(sender.device.id)
    ?.get(toKey(sender, form_id ?? ''))
    ?.catch(() => undefined)

/** Notes that what a form did was taken back. */
export const replaceNote = (sender: Sender, form_id: string, note: DoneNote): void =>
  void notesByDevice.get(sender.device.id)?.set(toKey(sender, form_id), Promise.resolve(note))

/** How long an entry can be taken back by a device that may only add. */
const TAKE_BACK_MILLISECONDS = 15 * 60 * 1000

/** Asserts that a device that may only add takes back what is new. @throws ApiError forbidden */
export function assertNew({ at }: DoneNote, { can, now }: { can: string; now: number }): void {
  if (can === 'add' && now - at > TAKE_BACK_MILLISECONDS)
    throw new ApiError('forbidden', 'this phone can take an entry back for 15 minutes')
}
