/** The colours. chalk's door; loaded only when there will be colour. */

import { Chalk } from 'chalk'
import type { Colors } from './style.ts'

// Whether there is colour was decided before this file was loaded, so chalk does not look again.
const chalk = new Chalk({ level: 1 })

export const terminalColors: Colors = {
  red: (text) => chalk.red(text),
  green: (text) => chalk.green(text),
  yellow: (text) => chalk.yellow(text),
  dim: (text) => chalk.dim(text),
  bold: (text) => chalk.bold(text),
}
