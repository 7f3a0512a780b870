/** The wallet client of the relay protocol, kept to our own hosts: no telemetry, no attestation service, no push. */
import { type IWalletKit, WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { Buffer } from 'browser-buffer'

export interface ClientOptions {
  readonly relayUrl: string
  /** The page's own origin: what apps see as the wallet's address. */
  readonly origin: string
}

/** The relay of a local world asks for one and knows this one like any other. */
const projectId = 'latchkey-phone'
/** Part of the names in the browser's storage. */
const storagePrefix = 'latchkey-phone'

// The client checks sign-in messages with what Node has by itself and browsers have not.
Reflect.set(globalThis, 'Buffer', Buffer)

export async function openClient({ relayUrl, origin }: ClientOptions): Promise<IWalletKit> {
  const core = new Core({
    relayUrl,
    projectId,
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: storagePrefix,
  })
  // Switched off above, and yet the wallet client reports its start: the only way is to take the report away.
  core.eventClient.init = async () => {}
  // Who asks is shown as unchecked; the client would ask its vendor's service about each question.
  core.verify.resolve = () => Promise.reject(new Error('this wallet asks no attestation service'))
  core.verify.register = async () => undefined
  return WalletKit.init({
    // Its relayUrl may be absent by its type; ours was given above.
    core: core as Parameters<typeof WalletKit.init>[0]['core'],
    metadata: {
      name: 'Latchkey phone',
      description: 'A test wallet in a page. Its keys are published.',
      url: origin,
      icons: [`${origin}/icon.svg`],
      redirect: { universal: `${origin}/` },
    },
    // Every question is handed over at once: this wallet keeps the queue itself and shows its length.
    signConfig: { disableRequestQueue: true },
  })
}
