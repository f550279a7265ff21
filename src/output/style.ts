/** Declares the style of text output: its width and its colours. */

/** Marks up text with colours. */
export interface Colors {
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  dim(text: string): string
  bold(text: string): string
}

const unchanged = (text: string): string => text

/** Leaves text without colours. */
export const noColors: Colors = {
  red: unchanged,
  green: unchanged,
  yellow: unchanged,
  dim: unchanged,
  bold: unchanged,
}

/** How text is rendered on a stream. */
export interface TextStyle {
  /** Columns of the terminal. */
  width: number
  colors: Colors
  /** True if the terminal cannot show blocks and lines. */
  isAscii: boolean
}

/** The style of text in a file or a pipe. */
export const plainStyle: TextStyle = { width: 80, colors: noColors, isAscii: false }
