/** Tells people how to reach a category that has the short name of Ready to Assign. */

import { isReadyToAssign } from '../../../command/resolve-name.ts'

/** Warns when the name will mean Ready to Assign wherever that may be meant. */
export function warnAboutRtaName(warn: (text: string) => void, name: string, group: string): void {
  if (isReadyToAssign(name))
    warn(`"${name}" means Ready to Assign: reach this category by ${group}/${name} or its id`)
}
