/** Closed files that are open all the same: the driver keeps a file until the last statement on it is garbage. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So many closed files may still be open. */
const MAX_CLOSED_HANDLES = 16

let closedHandles = 0
let collectGarbage: (() => void) | undefined

/** Called for each file that is closed; now and then has the garbage taken away, and with it the files. */
export function collectClosedHandles(): void {
  closedHandles++
  if (closedHandles < MAX_CLOSED_HANDLES) return
  closedHandles = 0
  if (!collectGarbage) {
    setFlagsFromString('--expose-gc')
    collectGarbage = runInNewContext('gc') as () => void // what the flag makes `gc` be
  }
  collectGarbage()
}
