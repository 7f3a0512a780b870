/** Finds extensions under `window.injectedWeb3`. They announce nothing, so the page looks again for a while. */
import type { Clock, Log } from '@latchkey/core'
import { limits } from '@latchkey/spec/limits'
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

/** Milliseconds until the second look; each wait after it is twice as long. */
const firstWait = 50
/** The last look is some twelve seconds after the first. */
const waits = 8

export function createInjectedWallets(target: PolkadotTarget, clock: Clock, log: Log): InjectedWallets {
  let keys: readonly string[] = []
  let cancel = () => {}

  function look(onChange: () => void, wait: number, left: number) {
    const found = readKeys(target).filter((key) => !keys.includes(key))
    if (keys.length + found.length > limits.announcedWallets) log.warn('Too many wallets were injected')
    const next = [...keys, ...found].slice(0, limits.announcedWallets)
    if (next.length > keys.length) {
      keys = next
      onChange()
    }
    if (left > 0) cancel = clock.after(wait, () => look(onChange, wait * 2, left - 1))
  }

  return {
    list: () => keys,
    start: (onChange) => look(onChange, firstWait, waits),
    stop: () => cancel(),
  }
}

function readKeys(target: PolkadotTarget): readonly string[] {
  return Object.keys(injectedOf(target)).filter(
    (key) => key.length <= limits.announcedText && readExtension(target, key) !== undefined,
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
