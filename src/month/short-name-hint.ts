/** Warns about categories that have the short name of Ready to Assign. */

import { isReadyToAssign } from '../command/names/resolve-name.ts'

/** Warns when a category is called `rta`, which means Ready to Assign wherever that is allowed. */
export function warnAboutRtaName(warn: (text: string) => void, name: string, group: string): void {
  if (isReadyToAssign(name))
    warn(`"${name}" means Ready to Assign; use ${group}/${name} or the id for this category`)
}
