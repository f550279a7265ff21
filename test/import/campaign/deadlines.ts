/**
 * Defines the shortened deadlines of importing processes, in milliseconds and in their real order. A late request
 * takes longer, because the busy server itself is late by hundreds of milliseconds.
 */
export const deadlines = { connect: 600, read: 600, write: 600, body: 300, whole: 900, lateEffect: 900 }

/** When a request can no longer take effect: after its deadline plus the proxy's maximum delay. */
export const lateEffectMilliseconds = deadlines.write + deadlines.lateEffect

/** How long the proxy delays a request whose client has disconnected. */
export const lateness = 500
