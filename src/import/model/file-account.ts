/** An account of a file, as the file names it. */
export interface FileAccount {
  /** Empty where the file does not name it. */
  name: string
  /** Empty where the file does not tell. */
  currency: string
  /** How many rows it has. */
  entries: number
}
