/** Lists the pages: the guards of each follow from its method and from what it needs. @see docs/page.md#pages */

import { isPermitted } from '../contract/access.ts'
import { addEntry, showAdd, takeBack } from './add-screen.ts'
import { endDevice, showDevices } from './devices.ts'
import { makeChange, showChange, showCover, showEnvelope } from './envelope-screen.ts'
import { showMonth } from './month-screen.ts'
import { showMore, showReports, showUpcoming } from './more-screen.ts'
import { createFileRoutes } from './page-files.ts'
import type { PageOptions, PageRequest, PageRoute } from './page-request.ts'
import { showPhoneState } from './phone-state.ts'
import { changeTransaction, showEdit, showRecent } from './recent-screen.ts'
import { redirect } from './responses.ts'
import { createSignIn, selectWorkspace, showSignIn, showWorkspaces, signOut } from './sign-in.ts'

const screens: readonly PageRoute[] = [
  { method: 'GET', path: '/add', needs: 'add', answer: showAdd },
  { method: 'POST', path: '/add', needs: 'add', answer: addEntry },
  { method: 'POST', path: '/undo', needs: 'add', answer: takeBack },
  { method: 'GET', path: '/phone', needs: 'names', answer: showPhoneState },
  { method: 'GET', path: '/month', needs: 'names', answer: showMonth },
  { method: 'GET', path: '/month/envelope', needs: 'write', answer: showEnvelope },
  { method: 'GET', path: '/month/cover', needs: 'write', answer: showCover },
  { method: 'GET', path: '/month/change', needs: 'write', answer: showChange },
  { method: 'POST', path: '/month/change', needs: 'write', answer: makeChange },
  { method: 'GET', path: '/recent', needs: 'rows', answer: showRecent },
  { method: 'GET', path: '/recent/edit', needs: 'write', answer: showEdit },
  { method: 'POST', path: '/recent/change', needs: 'write', answer: changeTransaction },
  { method: 'GET', path: '/more', needs: 'names', answer: showMore },
  { method: 'GET', path: '/upcoming', needs: 'rows', answer: showUpcoming },
  { method: 'GET', path: '/reports', needs: 'rows', answer: showReports },
]

/** Returns every page. */
export const createRoutes = (options: PageOptions): readonly PageRoute[] => [
  ...createFileRoutes(options.readFile),
  ...screens,
  { method: 'GET', path: '/', needs: 'names', answer: showStart },
  { method: 'GET', path: '/sign-in', needs: 'none', answer: showSignIn },
  { method: 'POST', path: '/sign-in', needs: 'none', answer: createSignIn(options) },
  { method: 'POST', path: '/sign-out', needs: 'names', answer: signOut },
  { method: 'GET', path: '/workspace', needs: 'names', answer: showWorkspaces },
  { method: 'POST', path: '/workspace', needs: 'names', answer: selectWorkspace },
  { method: 'GET', path: '/devices', needs: 'names', answer: showDevices },
  { method: 'POST', path: '/devices/{id}/end', needs: 'write', answer: endDevice },
]

/** Shows the first page that the device may use. */
const showStart = ({ device }: PageRequest): Response =>
  redirect(isPermitted(device.can, 'add') ? '/add' : '/month')
