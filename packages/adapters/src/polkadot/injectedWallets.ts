/** Finds extensions under `window.injectedWeb3`. They announce nothing, so the page looks again for a while. */
import type { Clock, Log } from '@latchkey/core'
import { discoveryLimits } from '@latchkey/spec/limits'
import { lookAgain } from '../lookAgain.js'
import { isExtension } from './extension.js'

/** Where extensions are looked for: `window`, or a stand-in in tests. */
export interface PolkadotTarget {
  readonly injectedWeb3?: unknown
}

export interface InjectedWallets {
  /** The keys of the extensions, in the order they were found. */
  list(): readonly string[]
  start(onChange: () => void): void
  stop(): void
}

export function createInjectedWallets(target: PolkadotTarget, clock: Clock, log: Log): InjectedWallets {
  let keys: readonly string[] = []
  let stop = () => {}

  function look(onChange: () => void) {
    const found = readKeys(target).filter((key) => !keys.includes(key))
    if (keys.length + found.length > discoveryLimits.announcedWallets)
      log.warn('Too many wallets were injected')
    const next = [...keys, ...found].slice(0, discoveryLimits.announcedWallets)
    if (next.length > keys.length) {
      keys = next
      onChange()
    }
  }

  return {
    list: () => keys,
    start(onChange) {
      stop = lookAgain(clock, () => look(onChange))
    },
    stop: () => stop(),
  }
}

function readKeys(target: PolkadotTarget): readonly string[] {
  return Object.keys(injectedOf(target)).filter(
    (key) => key.length <= discoveryLimits.announcedText && readExtension(target, key) !== undefined,
  )
}

/** As it is now: extensions replace themselves when they are updated. */
export function readExtension(target: PolkadotTarget, key: string) {
  try {
    const injected = injectedOf(target)
    const extension = Object.hasOwn(injected, key) ? Reflect.get(injected, key) : undefined
    return isExtension(extension) ? extension : undefined
  } catch {
    // A getter or proxy that throws is no wallet.
    return undefined
  }
}

function injectedOf(target: PolkadotTarget): object {
  try {
    return target.injectedWeb3 instanceof Object ? target.injectedWeb3 : {}
  } catch {
    return {}
  }
}
