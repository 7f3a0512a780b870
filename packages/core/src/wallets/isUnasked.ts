/** Which failures of a restore say nothing about the wallet: the embedded one's frame or server could not be asked. */

const unasked: readonly unknown[] = ['frame.load-failed', 'frame.request-timeout', 'UNAVAILABLE', 'RATE']

/** By the code that both the kit's own errors and the frame's have. */
export const isUnasked = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && unasked.includes(cause.code)
