/** Runs calls of one name in batches, one batch at a time: those that come meanwhile are the next. */

/** A call that waits, and what settles it. */
export interface WaitingCall<Call, Reply> {
  call: Call
  resolve: (reply: Reply) => void
  reject: (error: unknown) => void
}

/** How calls are run. */
export interface BatchOptions<Name, Call, Reply> {
  /** Runs a batch and settles each call of it; an error rejects those that are not settled. */
  run: (name: Name, batch: readonly WaitingCall<Call, Reply>[]) => Promise<void>
  /** How many calls a batch has at most. @default any number */
  most?: number
  /** Begins the first batch of a name. @default at once, with the call alone */
  begin?: (start: () => void) => void
}

/** Returns a function that makes one call and returns its reply. */
export function batchCalls<Name, Call, Reply>({
  run,
  most = Number.POSITIVE_INFINITY,
  begin = (start) => start(),
}: BatchOptions<Name, Call, Reply>): (name: Name, call: Call) => Promise<Reply> {
  const waiting = new Map<Name, WaitingCall<Call, Reply>[]>()

  async function runAll(name: Name, queue: WaitingCall<Call, Reply>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, most)
      try {
        await run(name, batch)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    waiting.delete(name)
  }

  return (name, call) =>
    new Promise((resolve, reject) => {
      const entry = { call, resolve, reject }
      const queue = waiting.get(name)
      if (queue) {
        queue.push(entry)
        return
      }
      const started = [entry]
      waiting.set(name, started)
      begin(() => void runAll(name, started))
    })
}

/** Returns a function that makes one call of a name at a time; those that come meanwhile share the next. */
export function joinCalls<Reply>(): (name: string, call: () => Promise<Reply>) => Promise<Reply> {
  return batchCalls<string, () => Promise<Reply>, Reply>({
    async run(_, batch) {
      // A call that was sent before these may have read an older state.
      const reply = await batch[0]?.call()
      for (const { resolve } of batch) resolve(reply as Reply) // a batch has a call
    },
  })
}
