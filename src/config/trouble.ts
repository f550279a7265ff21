/** The system's complaints about a file, in a person's words. */

const words: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's share of the disk is full",
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it cannot be written to',
  ENOENT: 'the system allows no new folder there',
  ENOTDIR: 'a part of that path is a file',
}

/** Why writing failed; undefined where that is no matter of the disk. */
export const whyNotWritten = (error: unknown): string | undefined =>
  words[error instanceof Error && 'code' in error ? String(error.code) : '']
