/** Beside an app's own wagmi: `eip155({ wagmi: wagmi(config) })`. The only entry that needs `@wagmi/core`. */
import type { Config } from '@wagmi/core'
import type { OwnWallets } from './eip155.js'

/** Its connectors are the wallets of the modal, and its hooks and the kit share every connection. */
export function wagmi(config: Config): OwnWallets {
  return async (shared, input) => {
    const { createWagmiOffer } = await import('./wagmiOffer.js')
    return createWagmiOffer(shared, { ...input, config })
  }
}
