/** Waits while nothing else of this process runs. */

/** Blocks this thread for some milliseconds: connections to SQLite files are synchronous. */
export const waitBlocking = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
