/** Defines the devices that are signed in to the page of `budget serve`, and the codes with which they sign in. */

import type { KeyLevel } from '../access.ts'

/** A device that is signed in. Its secret is in its cookie only: the SHA-256 is stored. */
export interface Device {
  id: string
  name: string
  can: KeyLevel
  /** The workspace that it shows. */
  workspace_id: string
  /** The key it signed in with, with which it ends; null for a code. */
  key_id: string | null
  created_at: string
  /** When it was last used, to the hour. */
  used_at: string
  /** When it ends however much it is used. */
  ends_at: string
}

/** What a code, which works once, gives access to. */
export type DeviceDraft = Pick<Device, 'name' | 'can' | 'workspace_id'>

/** A device that has just signed in. */
export interface SignedInDevice {
  device: Device
  /** 256 random bits, for the cookie. */
  secret: string
}

/** What a device signs in with. */
export type SignInProof = { code: string } | { key: string; name: string }

/** The devices of this computer's workspaces. */
export interface Devices {
  /** Lists the devices that are signed in, the oldest first. */
  list(): Device[]
  /** Draws a code with which one device can sign in within ten minutes. */
  pair(draft: DeviceDraft): { code: string; ends_at: string }
  /** Signs a device in, for `seconds` in all; undefined for a wrong, used or expired code and for an unknown key. */
  signIn(proof: SignInProof, seconds: number): SignedInDevice | undefined
  /** Returns the device with this secret, and notes that it is used; undefined when it ended. */
  find(secret: string): Device | undefined
  /** Shows another workspace on a device. @throws ApiError not_found when its key is for another one */
  selectWorkspace(id: string, workspace_id: string): void
  /** Ends a device. @throws ApiError not_found */
  end(id: string): Device
}
