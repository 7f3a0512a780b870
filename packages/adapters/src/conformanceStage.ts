/** What the cases of the conformance suite share. It brings no test runner, so it says itself what it found. */
import { type Kit, selectAccount, selectNetwork, selectStatus } from '@latchkey/core'
import type { FakeClock } from '@latchkey/core/testing'
import type { Address, Namespace } from '@latchkey/spec/caip'
import { isLatchkeyError } from '@latchkey/spec/errors'
import type { ConformanceAbility, ConformanceOptions, ConformanceWorld } from './conformance.js'

export interface Stage extends ConformanceWorld {
  readonly kit: Kit
  readonly clock: FakeClock
  readonly namespace: Namespace
  /** A kit on the same storage and wallet, as after a reload. */
  reload(): Kit
}

export interface Case {
  readonly title: string
  readonly options?: Partial<ConformanceOptions>
  /** Played only with wallets that can; the others say that they cannot, and it is checked. */
  readonly needs?: ConformanceAbility
  readonly play: (stage: Stage) => Promise<void>
}

export const connect = ({ kit, wallet }: Stage) => kit.connect({ connectorId: wallet.connectorId })
export const shown = (kit: Kit) => selectAccount(kit.store.get())?.address
export const status = (kit: Kit) => selectStatus(kit.store.get())
export const network = (kit: Kit) => selectNetwork(kit.store.get())?.caipNetworkId

/** By the person in the wallet, or on the page where wallets have no chosen account. */
export async function chooseAccount({ kit, wallet }: Stage, address: Address): Promise<void> {
  if (wallet.switchAccount) wallet.switchAccount(address)
  else await kit.switchAccount({ address })
  await until(kit, () => shown(kit) === address)
}

/** The account shown is the one that signs. */
export async function signsAs({ kit, wallet }: Stage, address: Address): Promise<void> {
  const message = 'who am I'
  const signature = await kit.signMessage({ message })
  equal(await wallet.verify({ address, message, signature }), true, 'the signature is of the account shown')
}

/** Says what was looked at, and how it is instead. */
export function equal(actual: unknown, expected: unknown, what: string): void {
  if (Object.is(actual, expected)) return
  throw new Error(`${what} should be ${String(expected)} and is ${String(actual)}`)
}

export async function rejects(
  work: Promise<unknown>,
  code: Parameters<typeof isLatchkeyError>[1] & string,
): Promise<void> {
  const outcome = await work.then(
    () => ({ isRefused: false, cause: undefined }),
    (cause: unknown) => ({ isRefused: true, cause }),
  )
  if (!outcome.isRefused) throw new Error(`It should have been refused with ${code}`)
  if (!isLatchkeyError(outcome.cause, code)) {
    throw new Error(`It should have been refused with ${code}`, { cause: outcome.cause })
  }
}

/** A wait for what never comes ends with the runner's own time limit. */
export function until(kit: Kit, isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = kit.subscribe(look)
    function look() {
      if (!isTrue()) return
      stop()
      resolve()
    }
    look()
  })
}
