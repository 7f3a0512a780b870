/** What an error says about somebody who was signed in to the embedded wallet. */
import { LatchkeyError } from '@latchkey/spec/errors'

const endings: readonly unknown[] = ['SESSION_EXPIRED', 'REUSED', 'BINDING', 'DEVICE_REVOKED']

/** Whether it could not be asked: its frame or its server was away. A page that takes none of its accounts is not that. */
export const isUnasked = (cause: unknown): boolean =>
  !isOver(cause) && !(cause instanceof LatchkeyError && cause.code === 'connection.no-accounts')

/** Whether its server said that a session is over. Whatever else fails says nothing about it. */
export const isOver = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && endings.includes(cause.code)
