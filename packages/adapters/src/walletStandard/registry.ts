/** Finds wallets by the Wallet Standard, for every namespace that uses it. What registers itself is untrusted until it was checked here. */
import type { Log } from '@latchkey/core'
import { discoveryLimits } from '@latchkey/spec/limits'
import { imageData } from '../imageData.js'
import { featureReader, type StandardFeatures, type StandardWallet } from './standard.js'

export interface RegisteredWallet {
  /** As it may be shown; also what the wallet is known by after a reload, for the standard has no other name. */
  readonly name: string
  readonly icon: string | undefined
  readonly wallet: StandardWallet
}

export interface StandardWallets {
  /** In the order they registered. */
  list(): readonly RegisteredWallet[]
  /** Tells wallets that came before that somebody listens now. */
  start(onChange: () => void): void
  stop(): void
}

const registerEvent = 'wallet-standard:register-wallet'
const readyEvent = 'wallet-standard:app-ready'

const featureOf = featureReader<StandardFeatures>()

/** `isWanted` is asked when a wallet registers, and again each time that one which was not wanted says it has changed. */
export function createStandardWallets(
  target: EventTarget,
  log: Log,
  isWanted: (wallet: StandardWallet) => boolean,
): StandardWallets {
  let wallets: readonly RegisteredWallet[] = []
  /** Registered and of no use yet: wallets gain chains and features, once they are unlocked for one. */
  const waiting = new Map<RegisteredWallet, () => void>()
  let onChange = () => {}

  function add(value: unknown): () => void {
    const found = readWallet(value)
    if (!found) {
      log.warn('A wallet registered itself in a way nobody can use')
      return () => {}
    }
    // The first to come keeps its place: a script that registers later under a known name replaces nothing.
    const isKnown = ({ name, wallet }: RegisteredWallet) => name === found.name || wallet === found.wallet
    if (wallets.some(isKnown) || [...waiting.keys()].some((each) => each.wallet === found.wallet)) {
      return () => {}
    }
    if (Math.max(wallets.length, waiting.size) >= discoveryLimits.announcedWallets) {
      log.warn('Too many wallets registered themselves')
      return () => {}
    }
    if (isUseful(found)) list(found)
    else wait(found)
    return () => {
      stopWaiting(found)
      if (!wallets.includes(found)) return
      wallets = wallets.filter((each) => each !== found)
      onChange()
    }
  }

  function list(found: RegisteredWallet) {
    // Somebody else may have taken the name while it waited.
    if (wallets.some(({ name }) => name === found.name)) return
    wallets = [...wallets, found]
    onChange()
  }

  function wait(found: RegisteredWallet) {
    waiting.set(found, () => {})
    const stop = heardFrom(found.wallet, () => {
      if (!waiting.has(found) || !isUseful(found)) return
      stopWaiting(found)
      list(found)
    })
    waiting.set(found, stop)
  }

  function stopWaiting(found: RegisteredWallet) {
    waiting.get(found)?.()
    waiting.delete(found)
  }

  function isUseful({ wallet }: RegisteredWallet): boolean {
    try {
      return isWanted(wallet)
    } catch {
      // A getter or proxy that throws.
      return false
    }
  }

  /** Wallets hand over several at once, and keep what takes them off the list again. */
  function register(...values: readonly unknown[]): () => void {
    const removals = values.map(add)
    return () => {
      for (const remove of removals) remove()
    }
  }

  const api = Object.freeze({ register })

  function hear(event: Event) {
    if (!('detail' in event) || typeof event.detail !== 'function') return
    try {
      event.detail(api)
    } catch (cause) {
      log.warn('A wallet failed while it registered itself', cause)
    }
  }

  return {
    list: () => wallets,
    start(listener) {
      onChange = listener
      target.addEventListener(registerEvent, hear)
      target.dispatchEvent(new CustomEvent(readyEvent, { detail: api }))
    },
    stop() {
      onChange = () => {}
      for (const found of [...waiting.keys()]) stopWaiting(found)
      target.removeEventListener(registerEvent, hear)
    },
  }
}

/** Control characters, and those that turn or hide text: with them one wallet could be drawn as another. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function readWallet(value: unknown): RegisteredWallet | undefined {
  try {
    if (!isWallet(value)) return undefined
    const name = value.name.replace(unseen, '').trim()
    if (name === '' || name.length > discoveryLimits.announcedText) return undefined
    return { name, icon: imageData(value.icon), wallet: value }
  } catch {
    // A getter or proxy that throws is no wallet.
    return undefined
  }
}

/** A wallet that tells of no changes, or fails to, has none. */
function heardFrom(wallet: StandardWallet, listener: () => void): () => void {
  try {
    const stop: unknown = featureOf(wallet, 'standard:events')?.on('change', listener)
    return typeof stop === 'function' ? () => void stop() : () => {}
  } catch {
    return () => {}
  }
}

function isWallet(value: unknown): value is StandardWallet {
  if (!(value instanceof Object)) return false
  const { name, chains, features, accounts } = value as Readonly<Record<string, unknown>> // every field is checked below
  return (
    typeof name === 'string' &&
    Array.isArray(chains) &&
    chains.every((each) => typeof each === 'string') &&
    Array.isArray(accounts) &&
    features instanceof Object
  )
}
