/** Signs a device in with a code or a key, signs it out, and lets it choose among several workspaces. */

import type { SignInProof } from '../contract/ports/devices.ts'
import { type Html, html, noMarkup } from '../output/html.ts'
import { formatCookie } from './cookies.ts'
import { createFailedSignIns } from './failed-sign-ins.ts'
import type { PageOptions, PageRequest, VisitorRequest } from './page-request.ts'
import { createHtmlResponse, layout, redirect } from './responses.ts'
import { renderHiddenFields, renderNote, renderScreen } from './shell.ts'

/** In all, over https and on this computer, where every program can read the cookie of its ports. */
const LIFE_SECONDS = { secure: 180 * 86_400, loopback: 12 * 3600 }

/** Shows the form. The script fills in the code of `/sign-in#CODE`, which no server sees. */
export const showSignIn = (request: VisitorRequest): Response => createHtmlResponse(renderSignIn(request))

const renderSignIn = (request: VisitorRequest, problem?: string): Html =>
  layout(
    'Sign in',
    html`${problem === undefined ? noMarkup : renderNote(problem, { isBad: true })}
<form method="post" action="/sign-in">
${renderHiddenFields({ token: request.token })}
<label class="field"><span>Code from <code>budget keys pair</code></span>
<input class="code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false"></label>
<label class="field"><span>or a key</span>
<input name="key" type="password" autocomplete="off"></label>
<button class="main">Sign in</button>
</form>`,
  )

/** Returns what signs a device in. */
export function createSignIn({ elapsed, workspaces }: PageOptions): (request: VisitorRequest) => Response {
  const failures = createFailedSignIns(elapsed)
  return (request) => {
    const { form, isSecure, device: previous } = request
    const proof = readProof(form)
    if (!proof) return createHtmlResponse(renderSignIn(request, 'Type the code or a key'), 400)
    // A key is too long to be guessed, so that a valid one never waits.
    if ('code' in proof) failures.assertFew()
    const seconds = isSecure ? LIFE_SECONDS.secure : LIFE_SECONDS.loopback
    const signedIn = workspaces.devices.signIn(proof, seconds)
    if (!signedIn) {
      failures.assertFew()
      failures.count()
      const problem =
        'code' in proof
          ? 'This code is wrong, was used or is older than ten minutes. Make a new one with budget keys pair'
          : 'This key is wrong or was revoked'
      return createHtmlResponse(renderSignIn(request, problem), 403)
    }
    if (previous) workspaces.devices.end(previous.id)
    const canChoose = listChoices(signedIn.device.key_id, request).length > 1
    const response = redirect(canChoose ? '/workspace' : '/')
    const cookie = { value: signedIn.secret, seconds, isSecure }
    response.headers.append('Set-Cookie', formatCookie('device', cookie))
    response.headers.append('Set-Cookie', formatCookie('visitor', { value: '', seconds: 0, isSecure }))
    return response
  }
}

function readProof(form: URLSearchParams): SignInProof | undefined {
  const key = (form.get('key') ?? '').trim()
  if (key !== '') return { key, name: 'browser' }
  const code = (form.get('code') ?? '').trim()
  return code === '' ? undefined : { code }
}

/** Lists the workspaces that a device may show: more than one only with a key for all of them. */
function listChoices(key_id: string | null, { options: { workspaces } }: VisitorRequest) {
  const key = workspaces.listKeys().find(({ id }) => id === key_id)
  if (!key || key.workspace_id !== null) return []
  return workspaces.listWorkspaces().filter(({ archived }) => !archived)
}

/** Shows the workspaces among which the device may choose. */
export function showWorkspaces(request: PageRequest): Response {
  const { token, workspace, device } = request
  const choices = listChoices(device.key_id, request)
  const main =
    choices.length === 0
      ? html`<p>This device is signed in to ${workspace.name} alone. For another workspace, sign out, and sign in with a code of that one. On its computer: budget keys pair --workspace NAME</p>`
      : html`<form method="post" action="/workspace">${renderHiddenFields({ token })}
${choices.map(({ id, name }) => html`<p><button class="${id === workspace.id ? 'main' : ''}" name="workspace_id" value="${id}">${name}</button></p>`)}</form>`
  const tab = { name: 'more', can: device.can } as const
  return createHtmlResponse(renderScreen({ title: 'Workspace', main, tab }))
}

/** Shows another workspace on the device from now on. */
export function selectWorkspace({ options, device, form }: PageRequest): Response {
  options.workspaces.devices.selectWorkspace(device.id, form.get('workspace_id') ?? '')
  return redirect('/')
}

/** Ends the device and its cookie. */
export function signOut({ options, device, isSecure }: PageRequest): Response {
  options.workspaces.devices.end(device.id)
  const response = redirect('/sign-in')
  response.headers.append('Set-Cookie', formatCookie('device', { value: '', seconds: 0, isSecure }))
  return response
}
