/** How results look to whoever reads them: decided once per stream, then handed to every renderer. */

/** Marks text up for a person's eye; the plain one leaves it as it is. */
export interface Paint {
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  dim(text: string): string
  bold(text: string): string
}

const same = (text: string): string => text

/** No colour at all. */
export const plain: Paint = { red: same, green: same, yellow: same, dim: same, bold: same }

export interface Look {
  /** Columns of the terminal. */
  width: number
  paint: Paint
}

/** The look of text that goes to a file or a pipe. */
export const plainLook: Look = { width: 80, paint: plain }
