/** Whether the embedded wallet's server said that a session is over. Whatever else fails says nothing about it. */

const endings: readonly unknown[] = ['SESSION_EXPIRED', 'REUSED', 'BINDING', 'DEVICE_REVOKED']

export const isOver = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && endings.includes(cause.code)
