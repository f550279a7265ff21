/** Tells the script who it is and what a phone keeps: names and what is available, never a transaction. */

import type { PageRequest } from './page-request.ts'
import { createJsonResponse } from './responses.ts'

/** Returns the device, its workspace, and the token for the forms that the script sends. */
export const showPhoneState = ({ workspace, device, token }: PageRequest): Response =>
  createJsonResponse({ workspace: workspace.id, workspace_name: workspace.name, can: device.can, token })
