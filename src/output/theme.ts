/** Colours text with chalk. It is loaded only when a stream has colours. */

import { Chalk } from 'chalk'
import type { Colors } from './style.ts'

// The caller decided that there are colours, so chalk must not detect them again.
const chalk = new Chalk({ level: 1 })

/** The colours of a terminal. */
export const terminalColors: Colors = {
  red: (text) => chalk.red(text),
  green: (text) => chalk.green(text),
  yellow: (text) => chalk.yellow(text),
  dim: (text) => chalk.dim(text),
  bold: (text) => chalk.bold(text),
}
