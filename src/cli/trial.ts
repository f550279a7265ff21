/** A dry run: what is written joins the plan, and where that can be it is made and taken back. */

import type { Attempt } from '../commands/rehearsal.ts'
import { rehearseAdmin } from '../commands/settings_rehearsal.ts'
import type { Imports } from '../contract/journal.ts'
import type { Hold, WorkspaceAdmin } from '../contract/local.ts'
import type { RawRequest } from '../contract/operation.ts'
import type { Opening } from './outside.ts'
import type { Opened } from './surroundings.ts'

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
    return (await import('../commands/foreseen.ts')).foreseeing(kept)(tried)
  }

export function adminOf(opened: Opened, { plan }: Opening, { begin }: Trial): WorkspaceAdmin {
  const admin = opened.admin()
  return plan ? rehearseAdmin(admin, { plan, begin }) : admin
}

/** The journal; a dry run holds nothing together, since all of it is taken back. */
export async function importsOf(opened: Opened, { plan }: Opening): Promise<Imports> {
  const imports = await opened.imports()
  return plan ? { ...imports, together: (work) => work() } : imports
}
