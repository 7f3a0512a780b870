/** Finds Bitcoin wallets in a page: registered, listed and injected ones. Whatever is found is untrusted until it was checked here. */
import type { AdapterContext } from '@latchkey/core'
import { discoveryLimits } from '@latchkey/spec/limits'
import { imageData } from '../imageData.js'
import { lookAgain } from '../lookAgain.js'
import { createStandardWallets } from '../walletStandard/registry.js'
import type { FoundWallet } from './connectors.js'
import { isSatsProvider } from './satsProvider.js'
import { isBitcoinWallet } from './standardFeatures.js'
import { isUnisatProvider } from './unisatProvider.js'

/** Where wallets are looked for: `window`, or a stand-in in tests. */
export interface WalletTarget extends EventTarget {
  readonly btc_providers?: unknown
}

/** A wallet injected the way UniSat is. */
export interface InjectedWallet {
  readonly id: string
  readonly name: string
  /** Where it stands, from `window`: `unisat`, `okxwallet.bitcoin`. */
  readonly path: string
}

export const knownInjectedWallets: readonly InjectedWallet[] = [
  { id: 'unisat', name: 'UniSat', path: 'unisat' },
  { id: 'okx.bitcoin', name: 'OKX Wallet', path: 'okxwallet.bitcoin' },
  { id: 'bitget.bitcoin', name: 'Bitget Wallet', path: 'bitkeep.unisat' },
  { id: 'binance.bitcoin', name: 'Binance Wallet', path: 'binancew3w.bitcoin' },
  { id: 'tokenpocket.bitcoin', name: 'TokenPocket', path: 'tokenpocket.bitcoin' },
  { id: 'wizz', name: 'Wizz', path: 'wizz' },
]

export interface Discovery {
  /** The same wallet is the same object each time. */
  list(): readonly FoundWallet[]
  start(onChange: () => void): void
  stop(): void
}

export function createDiscovery(
  target: WalletTarget,
  { log, clock }: AdapterContext,
  injected: readonly InjectedWallet[],
): Discovery {
  const standard = createStandardWallets(target, log, isBitcoinWallet)
  const known = new Map<object, FoundWallet>()
  let wallets: readonly FoundWallet[] = []
  let stopWaiting = () => {}

  function keep(found: FoundWallet): FoundWallet {
    const { provider } = found.wallet
    const before = known.get(provider)
    if (before) return before
    known.set(provider, found)
    return found
  }

  /** One wallet may come in three ways; the first of them can do the most. */
  function look(): readonly FoundWallet[] {
    const all = [
      ...listed(target),
      ...standard.list().map(
        ({ name, icon, wallet }): FoundWallet => ({
          id: name,
          name,
          icon,
          type: 'ANNOUNCED',
          wallet: { dialect: 'standard', provider: wallet },
        }),
      ),
      ...injected.flatMap((entry) => injectedWallet(target, entry) ?? []),
    ].map(keep)
    const isFirst = ({ id, name, wallet }: FoundWallet, at: number) =>
      !all
        .slice(0, at)
        .some(
          (each) =>
            each.id === id ||
            each.name.toLowerCase() === name.toLowerCase() ||
            each.wallet.provider === wallet.provider,
        )
    return all.filter(isFirst)
  }

  return {
    list: () => wallets,
    start(onChange) {
      const refresh = () => {
        const next = look()
        const isSame = next.length === wallets.length && next.every((each, at) => each === wallets[at])
        wallets = next
        if (!isSame) onChange()
      }
      standard.start(refresh)
      // Listed and injected wallets come without a word, mostly with the page itself.
      const events = ['load', 'unisat#initialized'] as const
      for (const event of events) target.addEventListener(event, refresh)
      const stopLooking = lookAgain(clock, refresh)
      stopWaiting = () => {
        stopLooking()
        for (const event of events) target.removeEventListener(event, refresh)
      }
    },
    stop() {
      standard.stop()
      stopWaiting()
    },
  }
}

/** WBIP-004: wallets push themselves into a list, and say under which name they stand in the page. */
function listed(target: WalletTarget): readonly FoundWallet[] {
  try {
    const list: unknown = target.btc_providers
    if (!Array.isArray(list)) return []
    return list
      .slice(0, discoveryLimits.announcedWallets)
      .flatMap((entry: unknown) => listedWallet(target, entry) ?? [])
  } catch {
    return []
  }
}

function listedWallet(target: WalletTarget, entry: unknown): FoundWallet | undefined {
  try {
    if (!(entry instanceof Object)) return undefined
    const { id, name, icon } = entry as Readonly<Record<string, unknown>> // each is checked below
    if (!isText(id) || !isText(name)) return undefined
    const shown = name.replace(unseen, '').trim()
    const provider = at(target, id)
    if (shown === '' || !isSatsProvider(provider)) return undefined
    const wallet = { dialect: 'sats', provider } as const
    return { id, name: shown, icon: imageData(icon), type: 'ANNOUNCED', wallet }
  } catch {
    // A getter or proxy that throws is no wallet.
    return undefined
  }
}

function injectedWallet(target: WalletTarget, { id, name, path }: InjectedWallet): FoundWallet | undefined {
  try {
    const provider = at(target, path)
    if (!isUnisatProvider(provider)) return undefined
    return { id, name, type: 'INJECTED', wallet: { dialect: 'unisat', provider } }
  } catch {
    return undefined
  }
}

/** Control characters, and those that turn or hide text: with them one wallet could be drawn as another. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= discoveryLimits.announcedText

const deepest = 4

/** `a.b.c` of an object. */
function at(target: object, path: string): unknown {
  const names = path.split('.')
  if (names.length > deepest) return undefined
  return names.reduce<unknown>(
    (value, name) => (value instanceof Object && name !== '' ? Reflect.get(value, name) : undefined),
    target,
  )
}
