/** A dry run: what is written joins the plan, and where that can be it is made and taken back. */

import type { RawRequest } from '../../contract/operation.ts'
import type { Imports } from '../../contract/ports/import-journal.ts'
import type { Hold, WorkspaceAdmin } from '../../contract/ports/local-service.ts'
import type { Planned } from '../../render/planned-write.ts'
import type { Opened } from '../runtime.ts'
import { rehearseAdmin } from './recording-admin.ts'
import type { Attempt } from './recording-api.ts'

/** Where the writes of a dry run are listed; undefined when it is no dry run. */
interface Listing {
  plan: Planned[] | undefined
}

/** The writes of a dry run that are made, from the first of them until they are taken back. */
export interface Trial {
  /** Are they made at all? */
  begin(): boolean
  end(): void
}

export function trialOn({ hold }: Opened): Trial {
  let held: Hold | undefined
  return {
    begin() {
      held ??= hold?.()
      return held !== undefined
    },
    end: () => held?.takeBack(),
  }
}

/** Where writes are taken back they are simply made; elsewhere what is known of the service tells what it would refuse. */
export const attemptOn =
  ({ api, kept }: Opened, { begin }: Trial): Attempt =>
  async (tried) => {
    // Each method takes its own kind of request; passing it on unread needs no knowledge of which.
    const write = api[tried.name] as (asked: RawRequest) => ReturnType<Attempt>
    if (begin()) return write(tried.request)
    return (await import('./predict-errors.ts')).foreseeing(kept)(tried)
  }

export function adminOf(opened: Opened, { plan }: Listing, { begin }: Trial): WorkspaceAdmin {
  const admin = opened.admin()
  return plan ? rehearseAdmin(admin, { plan, begin }) : admin
}

/** The journal; a dry run holds nothing together, since all of it is taken back. */
export async function importsOf(opened: Opened, { plan }: Listing): Promise<Imports> {
  const imports = await opened.imports()
  return plan ? { ...imports, together: (work) => work() } : imports
}
