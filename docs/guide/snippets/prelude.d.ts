/** What the snippets of the guides use without declaring it. `scripts/check-docs.mjs` compiles them against this. */

/// <reference types="svelte" />

declare const kit: import('latchkey').Kit
declare const address: import('latchkey').Address
declare const to: import('latchkey').Address
declare const abi: readonly unknown[]
declare const token: import('latchkey').Address
declare const bytes: Uint8Array
declare const instructions: readonly import('latchkey/solana').SolanaInstruction[]
declare const value: bigint
declare const psbt: string
declare const call: import('latchkey').ContractCall
declare const calls: import('latchkey').CallsRequest['calls']
declare const config: Parameters<typeof import('latchkey/eip155/wagmi').wagmi>[0]
declare const base: typeof import('viem/chains').base
declare const browser: import('playwright-core').Browser
declare const origins: { readonly phone: string }
declare const uri: string
declare const createLabWallet: typeof import('latchkey/testing').createLabWallet
declare const chains: Parameters<typeof createLabWallet>[0]['chains']

// Packages that an app installs and this repository does not.
declare module '@coinbase/wallet-sdk'
declare module '@solana-mobile/wallet-standard-mobile'
declare module '@safe-global/safe-apps-sdk'
declare module '@safe-global/safe-apps-provider'
declare module '@playwright/test' {
  type Page = import('playwright-core').Page
  export const expect: (value: unknown) => { toBeVisible(): Promise<void> }
  export const test: {
    extend<Fixtures>(
      fixtures: {
        [name in keyof Fixtures]: (
          given: { page: Page },
          use: (value: Fixtures[name]) => Promise<void>,
        ) => Promise<void>
      },
    ): (title: string, run: (fixtures: Fixtures & { page: Page }) => Promise<void>) => void
  }
}

/** Of the guide on signing in: whom a request speaks for. */
declare function whoIs(authorization: string): string | undefined
