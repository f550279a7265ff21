/**
 * Defines what a page is given and what it returns. To add one: write a function from a PageRequest to a Response,
 * and list it in `pageRoutes` with what it needs; its guards follow from that.
 */

import type { CommandRunner } from '../command/context.ts'
import type { AccessNeed } from '../contract/access.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { Device } from '../contract/ports/devices.ts'
import type { OpenWorkspace, Workspace, Workspaces } from '../contract/ports/local-service.ts'

/**
 * Counts one request of a device.
 * @throws ApiError rate_limit_exceeded
 */
export type CountRequest = (device_id: string) => void

/** Reads one of the files that the build made for browsers. */
export type ReadPageFile = (name: string) => Promise<Uint8Array>

/** Reads and writes with what runs commands, and with the API. */
export type WorkOnWorkspace<Result> = (runner: CommandRunner, api: BudgetApi) => Promise<Result>

/** What the page is created with. */
export interface PageOptions {
  /** Each operation of one that is opened waits for what uses it. */
  workspaces: Pick<
    Workspaces,
    'listWorkspaces' | 'getWorkspace' | 'open' | 'history' | 'devices' | 'findApiKey' | 'listKeys'
  >
  /** The one address at which a proxy offers the page; undefined when only this computer reaches it. */
  public_url: URL | undefined
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number
  /** Returns the date of this computer, YYYY-MM-DD. */
  today: () => string
  /** Returns so many unpredictable bytes. */
  random: (bytes: number) => Uint8Array
  /** Does work on the workspace of a device, alone, under the name of the device. */
  useWorkspace: <Result>(device: Device, work: WorkOnWorkspace<Result>) => Promise<Result>
  countRequest: CountRequest
  readFile: ReadPageFile
  /** Tells the operator what failed inside. */
  report: (error: unknown) => void
}

/** What every page is given. */
export interface VisitorRequest {
  options: PageOptions
  /** The parameters of the path, e.g. `id`, decoded. */
  names: Readonly<Record<string, string>>
  query: URLSearchParams
  /** The fields of the form; empty for GET. */
  form: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  /** The token that each form of the answer sends back, in a field `token`; see `renderHiddenFields`. */
  token: string
  /** True if the page is reached over https, through the proxy. */
  isSecure: boolean
  /** The device of the cookie; undefined for a visitor who is not signed in. */
  device: Device | undefined
  /** Milliseconds since 1970, and the date of this computer. */
  now: number
  today: string
}

/** What a page for devices that are signed in is given. */
export interface PageRequest extends VisitorRequest {
  device: Device
  workspace: Workspace
  /**
   * The API of the workspace: one operation is one entry of the history, under the name of the device. It may do
   * everything: what a device may see or change is decided by what its route needs.
   */
  api: OpenWorkspace
  /**
   * Does work while nothing else uses the workspace: for commands, and for what compares before it writes. The work
   * uses the API that it is given; `api` would wait for the end of the work.
   */
  useWorkspace: <Result>(work: WorkOnWorkspace<Result>) => Promise<Result>
}

interface Route<Need, Request> {
  /** A POST writes, and has the token of its form; a GET writes nothing. */
  method: 'GET' | 'POST'
  /** E.g. `/devices/{id}/end`. */
  path: string
  needs: Need
  answer: (request: Request) => Response | Promise<Response>
}

/** One page: `none` is for visitors too; any other need asks for a device that may do it. */
export type PageRoute = Route<'none', VisitorRequest> | Route<AccessNeed, PageRequest>
