/** Finds wallets by EIP-6963. Whatever a page script or an extension announces is untrusted until it was checked here. */
import type { Log } from '@latchkey/core'
import { discoveryLimits } from '@latchkey/spec/limits'
import { imageData } from '../imageData.js'
import { type Eip1193Provider, isProvider } from './provider.js'

export interface AnnouncedWallet {
  readonly uuid: string
  readonly rdns: string
  readonly name: string
  readonly icon: string | undefined
  readonly provider: Eip1193Provider
}

/** Where wallets are looked for: `window`, or a stand-in in tests. */
export interface WalletTarget extends EventTarget {
  readonly ethereum?: unknown
}

export interface AnnouncedWallets {
  /** In the order they were announced. */
  list(): readonly AnnouncedWallet[]
  /** Asks wallets that announced before anybody listened to say so again. */
  start(onChange: () => void): void
  stop(): void
}

const announceEvent = 'eip6963:announceProvider'
const requestEvent = 'eip6963:requestProvider'

export function createAnnouncedWallets(target: WalletTarget, log: Log): AnnouncedWallets {
  let wallets: readonly AnnouncedWallet[] = []
  let onChange = () => {}

  function hear(event: Event) {
    const wallet = readAnnouncement(event)
    if (!wallet) return log.warn('A wallet announced itself in a way nobody can use')
    const known = wallets.find((each) => isSameWallet(each, wallet))
    if (known) return
    if (wallets.length >= discoveryLimits.announcedWallets)
      return log.warn('Too many wallets announced themselves')
    wallets = [...wallets, wallet]
    onChange()
  }

  return {
    list: () => wallets,
    start(listener) {
      onChange = listener
      target.addEventListener(announceEvent, hear)
      target.dispatchEvent(new Event(requestEvent))
    },
    stop: () => target.removeEventListener(announceEvent, hear),
  }
}

/**
 * The first to come keeps its place: a script that announces itself later under a known name replaces nothing. Two
 * entries on one provider would ask one wallet twice.
 */
function isSameWallet(a: AnnouncedWallet, b: AnnouncedWallet): boolean {
  return a.rdns === b.rdns || a.uuid === b.uuid || a.provider === b.provider
}

const rdnsPattern = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i

function readAnnouncement(event: Event): AnnouncedWallet | undefined {
  try {
    if (!('detail' in event) || !(event.detail instanceof Object)) return undefined
    const { info, provider } = event.detail as { info?: unknown; provider?: unknown } // read as unknown below
    if (!(info instanceof Object) || !isProvider(provider)) return undefined
    const { uuid, rdns, name, icon } = info as Readonly<Record<string, unknown>> // every field is checked below
    if (!isText(uuid) || !isText(rdns) || !isText(name) || !rdnsPattern.test(rdns)) return undefined
    const shown = name.replace(unseen, '').trim()
    return shown === '' ? undefined : { uuid, rdns, name: shown, icon: imageData(icon), provider }
  } catch {
    // A getter or proxy that throws is no wallet.
    return undefined
  }
}

/** Control characters, and those that turn or hide text: with them one wallet could be drawn as another. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= discoveryLimits.announcedText
