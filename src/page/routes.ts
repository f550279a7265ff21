/** Lists the pages: the guards of each follow from its method and from what it needs. @see docs/page.md#pages */

import { endDevice, showDevices } from './devices.ts'
import type { PageOptions, PageRequest, PageRoute } from './page-request.ts'
import { redirect } from './responses.ts'
import { createSignIn, selectWorkspace, showSignIn, showWorkspaces, signOut } from './sign-in.ts'

/** Returns every page. */
export const createRoutes = (options: PageOptions): readonly PageRoute[] => [
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
const showStart = (_request: PageRequest): Response => redirect('/devices')
