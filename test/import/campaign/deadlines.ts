/**
 * What the importing processes wait for, in milliseconds: a hundredth of the real deadlines, and in the same order. Settling
 * takes longer: beside other work the server itself is late by hundreds of milliseconds.
 */
export const deadlines = { connect: 600, read: 600, write: 600, body: 300, whole: 900, settle: 900 }

/** When a request can no longer take effect: after its deadline, and as much again as the proxy may hold it back. */
export const settledAfter = deadlines.write + deadlines.settle

/** For so long the proxy holds a request back whose client is gone. */
export const lateness = 500
