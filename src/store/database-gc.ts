/** Closed files that are open all the same: the driver keeps a file until the last statement on it is garbage. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So many closed files may still be open. */
const MOST_LEFT = 16

let left = 0
let collect: (() => void) | undefined

/** Called for each file that is closed; now and then has the garbage taken away, and with it the files. */
export function letGo(): void {
  left++
  if (left < MOST_LEFT) return
  left = 0
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void // what the flag makes `gc` be
  }
  collect()
}
