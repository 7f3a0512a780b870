/** What is made for a message is gone soon after it, and V8 is not to take it for something that stays. */
import { setFlagsFromString } from 'node:v8'

/**
 * Under the load of thousands of connections nearly everything outlives a collection or two. V8 then makes such things
 * among the long-lived ones from the start, and never again otherwise: each holds its message, and what belongs to it,
 * until everything is collected. For the process, so before its first connection.
 */
export function keepYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
