/** Answers calls with the same name together, each with what was read after it was made. */

/** Makes a call, or joins one that has not begun. */
export type JoinCalls<Result> = (name: string, call: () => Promise<Result>) => Promise<Result>

interface RunningCall<Result> {
  current: Promise<Result>
  next?: Promise<Result>
}

/** Returns a function that makes one call of a name at a time: those that come meanwhile share the next. */
export function joinCalls<Result>(): JoinCalls<Result> {
  const running = new Map<string, RunningCall<Result>>()

  const start: JoinCalls<Result> = (name, call) => {
    const started: RunningCall<Result> = { current: call() }
    running.set(name, started)
    const end = (): void => {
      if (!started.next) running.delete(name)
    }
    started.current.then(end, end)
    return started.current
  }

  return (name, call) => {
    const known = running.get(name)
    if (!known) return start(name, call)
    const begin = (): Promise<Result> => start(name, call)
    // A call that was sent before this one may have read an older state.
    known.next ??= known.current.then(begin, begin)
    return known.next
  }
}
