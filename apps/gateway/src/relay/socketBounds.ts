/** What one connection to the relay may take of it. */
import { relayBounds } from '@latchkey/spec/relay'

/** Requests that may be under way at once; the connection is not read further meanwhile. */
export const mostPending = 64
/** Bytes that wait for a slow reader before nothing more is sent, and nothing more is read from it. */
export const mostBuffered = 256 * 1024
/** What a frame costs that no client of the protocol sends, or that finds no room; and how many of the former one connection may send. */
export const nuisanceCost = 10
export const mostGarbage = 32
/** Who would have to wait longer than this is sent away: a connection that is not read looks dead to both sides. */
export const longestPause = relayBounds.pingInterval
/** Bytes of a frame that cost as much as one request: most have fewer. */
export const bytesPerRequest = 4096
