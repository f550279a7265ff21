/** The system's own name of what went wrong, such as EPIPE. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
