/** The worker's end: a table of work, a key that lives as long as the worker, and texts of our own when something fails. */
import { createReceiver } from '../keys/hpke.js'
import { KeyMismatch } from '../keys/keyMismatch.js'
import { openCapsule, sealCapsule } from './capsule.js'
import {
  addFactor,
  createWallet,
  exportKey,
  exportWords,
  makeOfflineKit,
  pinPasskeys,
  proveRecovery,
  proveStored,
  recover,
  resplit,
  signWork,
} from './jobs.js'

const work = {
  addFactor,
  createWallet,
  exportKey,
  exportWords,
  makeOfflineKit,
  openCapsule,
  pinPasskeys,
  proveRecovery,
  proveStored,
  recover,
  resplit,
  sealCapsule,
  signWork,
}
type Work = typeof work

export type WorkName = keyof Work

/** Without the receiver, which the worker has itself. */
type Given<F> = F extends (first: infer First, ...rest: infer Rest) => unknown
  ? First extends { open: unknown }
    ? Rest
    : [First, ...Rest]
  : never

export type WorkRequests = { readonly [name in WorkName]: Given<Work[name]> }
export type WorkResult<name extends WorkName> = Awaited<ReturnType<Work[name]>>
export type WorkAnswer =
  | { readonly isDone: true; readonly result: unknown }
  | { readonly isDone: false; readonly reason: string }

export interface WorkRequest {
  readonly name: WorkName | 'receive'
  readonly input: readonly unknown[]
}

/** Answers one message after the other, with the same key. */
export function createWorkDesk(): (request: WorkRequest) => Promise<WorkAnswer> {
  const receiver = createReceiver()
  const answer = async ({ name, input }: WorkRequest): Promise<unknown> => {
    const own = await receiver
    if (name === 'receive') return own.publicKey
    if (!Object.hasOwn(work, name)) throw new RangeError('No such work')
    // Both ends are built from the table above.
    const run = work[name] as (...given: readonly unknown[]) => Promise<unknown>
    return name === 'createWallet' ? run(...input) : run(own, ...input)
  }
  return async (request) => {
    try {
      return { isDone: true, result: await answer(request) }
    } catch (error) {
      return { isDone: false, reason: reasonOf(error) }
    }
  }
}

/** Our own sentences only: what a library throws may quote what it was given. */
function reasonOf(error: unknown): string {
  const isOwn = error instanceof KeyMismatch || error instanceof RangeError
  return isOwn ? error.message : 'The wallet could not do this'
}
