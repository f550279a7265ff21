/** Measures time so that a busy machine fails no test. */

/** The processor time of a measurement, in milliseconds: several turns of a scheduler that shares the processor. */
const MEASURED_MILLISECONDS = 60

/** Returns the processor time that this process has used, in milliseconds. */
function readProcessorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Runs work and returns the processor time that it took, in milliseconds. Waiting is not counted: measure with it what
 * computes, not what waits.
 */
export async function measureProcessorTime(work: () => unknown): Promise<number> {
  const start = readProcessorTime()
  await work()
  return readProcessorTime() - start
}

/**
 * Returns how many times longer work takes here than on an idle machine, at least 1. A limit for what waits, on a
 * network or another process, is multiplied by it.
 */
export function measureLoad(): number {
  const start = performance.now()
  const begun = readProcessorTime()
  while (readProcessorTime() - begun < MEASURED_MILLISECONDS);
  return Math.max(1, (performance.now() - start) / MEASURED_MILLISECONDS)
}
