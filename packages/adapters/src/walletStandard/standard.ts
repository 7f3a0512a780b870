/** The Wallet Standard as far as it is used: what a wallet shows of itself, and the three features that all have. */

export interface StandardAccount {
  readonly address: string
  readonly publicKey: Readonly<Uint8Array>
  readonly chains: readonly string[]
  readonly features: readonly string[]
  readonly label?: string
  readonly icon?: string
}

export interface StandardWallet {
  readonly version?: string
  readonly name: string
  readonly icon?: unknown
  /** As the standard writes them: `solana:mainnet`, `bitcoin:testnet`. */
  readonly chains: readonly string[]
  readonly features: Readonly<Record<string, unknown>>
  /** Empty until the page is let in. */
  readonly accounts: readonly StandardAccount[]
}

export interface ConnectFeature {
  connect(input?: { readonly silent?: boolean }): Promise<{ readonly accounts: readonly StandardAccount[] }>
}

export interface DisconnectFeature {
  disconnect(): Promise<void>
}

/** Which of the three have changed; the wallet itself says what they are now. */
export interface StandardChange {
  readonly accounts?: readonly StandardAccount[]
  readonly chains?: readonly string[]
  readonly features?: Readonly<Record<string, unknown>>
}

export interface EventsFeature {
  on(event: 'change', listener: (change: StandardChange) => void): () => void
}

export interface StandardFeatures {
  readonly 'standard:connect': ConnectFeature
  readonly 'standard:disconnect': DisconnectFeature
  readonly 'standard:events': EventsFeature
}

/**
 * Reads features by their name. One counts only with the method that gives it its name; what a wallet lacks is
 * `undefined`. `Known` says what a feature of each name takes; what it answers is checked where it is used.
 */
export const featureReader =
  <Known extends StandardFeatures>() =>
  <Name extends keyof Known & string>(
    { features }: Pick<StandardWallet, 'features'>,
    name: Name,
  ): Known[Name] | undefined => {
    const feature = features[name]
    const method = name === 'standard:events' ? 'on' : name.slice(name.indexOf(':') + 1)
    const isOne = feature instanceof Object && typeof Reflect.get(feature, method) === 'function'
    return isOne ? (feature as Known[Name]) : undefined // named so by the standard
  }
