/** Shows the devices that are signed in to a workspace, and ends them. */

import { isPermitted } from '../contract/access.ts'
import { notFound } from '../contract/errors.ts'
import type { Device } from '../contract/ports/devices.ts'
import { type Html, html, noMarkup } from '../output/html.ts'
import type { PageRequest } from './page-request.ts'
import { createHtmlResponse, redirect } from './responses.ts'
import { renderButtonForm, renderScreen } from './shell.ts'

/** Lists the devices of the workspace; a device that may not change everything sees itself alone. */
function listDevices({ options, device, workspace }: PageRequest): Device[] {
  const all = options.workspaces.devices.list().filter(({ workspace_id }) => workspace_id === workspace.id)
  return isPermitted(device.can, 'write') ? all : all.filter(({ id }) => id === device.id)
}

/** Shows them. */
export const showDevices = (request: PageRequest): Response =>
  createHtmlResponse(
    renderScreen({
      title: 'Devices',
      main: html`<ul class="rows">
${listDevices(request).map((device) => renderDevice(request, device))}</ul>`,
      tab: { name: 'more', can: request.device.can },
    }),
  )

function renderDevice(request: PageRequest, { id, name, can, used_at }: Device): Html {
  const isThis = id === request.device.id
  const action = isThis ? '/sign-out' : `/devices/${id}/end`
  return html`<li><div class="row"><span class="name">${name}</span><span class="under">may ${can}, used ${used_at.slice(0, 10)}${isThis ? ', this device' : noMarkup}</span></div>
${renderButtonForm(action, { token: request.token }, html`<button>${isThis ? 'Sign out' : 'End'}</button>`)}</li>
`
}

/** Ends another device of the workspace. @throws ApiError not_found */
export function endDevice(request: PageRequest): Response {
  const device = listDevices(request).find(({ id }) => id === request.names['id'])
  if (!device) throw notFound('device')
  request.options.workspaces.devices.end(device.id)
  return redirect('/devices')
}
