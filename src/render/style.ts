/** How results look to whoever reads them: decided once per stream, then handed to every renderer. */

/** Marks text up for a person's eye; the plain one leaves it as it is. */
export interface Colors {
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  dim(text: string): string
  bold(text: string): string
}

const unchanged = (text: string): string => text

/** No colour at all. */
export const noColors: Colors = {
  red: unchanged,
  green: unchanged,
  yellow: unchanged,
  dim: unchanged,
  bold: unchanged,
}

export interface TextStyle {
  /** Columns of the terminal. */
  width: number
  colors: Colors
}

/** The look of text that goes to a file or a pipe. */
export const plainStyle: TextStyle = { width: 80, colors: noColors }
