/** Finds wallets by the Wallet Standard, for every namespace that uses it. What registers itself is untrusted until it was checked here. */
import type { Log } from '@latchkey/core'
import { limits } from '@latchkey/spec/limits'
import { imageData } from '../imageData.js'
import type { StandardWallet } from './standard.js'

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

/** `isWanted` is asked once for each wallet, as it is when it registers. */
export function createStandardWallets(
  target: EventTarget,
  log: Log,
  isWanted: (wallet: StandardWallet) => boolean,
): StandardWallets {
  let wallets: readonly RegisteredWallet[] = []
  let onChange = () => {}

  function add(value: unknown): () => void {
    const found = readWallet(value, isWanted)
    if (found === 'broken') log.warn('A wallet registered itself in a way nobody can use')
    if (typeof found === 'string') return () => {}
    // The first to come keeps its place: a script that registers later under a known name replaces nothing.
    if (wallets.some(({ name, wallet }) => name === found.name || wallet === found.wallet)) return () => {}
    if (wallets.length >= limits.announcedWallets) {
      log.warn('Too many wallets registered themselves')
      return () => {}
    }
    wallets = [...wallets, found]
    onChange()
    return () => {
      if (!wallets.includes(found)) return
      wallets = wallets.filter((each) => each !== found)
      onChange()
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
      target.removeEventListener(registerEvent, hear)
    },
  }
}

/** Control characters, and those that turn or hide text: with them one wallet could be drawn as another. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function readWallet(
  value: unknown,
  isWanted: (wallet: StandardWallet) => boolean,
): RegisteredWallet | 'broken' | 'unwanted' {
  try {
    if (!isWallet(value)) return 'broken'
    const name = value.name.replace(unseen, '').trim()
    if (name === '' || name.length > limits.announcedText) return 'broken'
    return isWanted(value) ? { name, icon: imageData(value.icon), wallet: value } : 'unwanted'
  } catch {
    // A getter or proxy that throws is no wallet.
    return 'broken'
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
