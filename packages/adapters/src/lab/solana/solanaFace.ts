/** What a page sees of a Solana lab wallet: an object of the Wallet Standard whose every question goes down a line. */
import type { StandardAccount, StandardChange, StandardWallet } from '../../walletStandard/standard.js'
import type { LineInput, PageLine } from '../labBridge.js'

export interface FaceInput extends LineInput {
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  readonly features: readonly string[]
  readonly versions: readonly ('legacy' | number)[]
  readonly accounts: readonly WrittenAccount[]
}

/** An account as it crosses the line. */
export interface WrittenAccount {
  readonly address: string
  /** Base64. */
  readonly publicKey: string
}

export interface SolanaFace {
  readonly wallet: StandardWallet
  /** Listeners that pages have left. */
  listeners(): number
  /** As extensions do it: now, and for every page that says that it is ready. */
  register(target: EventTarget): () => void
}

/**
 * Runs in a page, on its own, and in the process of a test: it may use nothing from around it. In a page it registers
 * the wallet at once.
 */
export function presentSolana(input: FaceInput, given?: PageLine): SolanaFace {
  type Written = WrittenAccount
  const end = given ?? (window as unknown as Record<string, PageLine>)[input.line] // the line lives under a made-up name
  if (!end) throw new Error('There is no line to the wallet')
  const encode = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
  const decode = (text: unknown) =>
    Uint8Array.from(atob(String(text)), (character) => character.charCodeAt(0))
  const listeners = new Set<(change: StandardChange) => void>()
  let names = input.features
  let accounts: readonly StandardAccount[] = []
  const take = (list: readonly Written[]) => {
    accounts = list.map(({ address, publicKey }) =>
      Object.freeze({
        address,
        publicKey: decode(publicKey),
        chains: input.chains,
        features: names.filter((name) => name.startsWith('solana:')),
      }),
    )
    return accounts
  }
  const ask = async (method: string, params: unknown) =>
    (await end.request({ method, params })) as Record<string, never> // the wallet's own answers
  interface Signing {
    readonly account: StandardAccount
    readonly transaction: Uint8Array
    readonly chain?: string
    readonly options?: object
  }
  const written = ({ account, transaction, chain, options }: Signing) => ({
    address: account.address,
    transaction: encode(transaction),
    chain,
    options,
  })
  const all: Record<string, object> = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false }: { silent?: boolean } = {}) {
        return { accounts: take((await ask('standard:connect', { silent })).accounts ?? []) }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      async disconnect() {
        await ask('standard:disconnect', {})
      },
    },
    'standard:events': {
      version: '1.0.0',
      on(_event: 'change', listener: (change: StandardChange) => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    'solana:signMessage': {
      version: '1.1.0',
      async signMessage(...inputs: { account: StandardAccount; message: Uint8Array }[]) {
        const outputs = []
        for (const { account, message } of inputs) {
          const params = { address: account.address, message: encode(message) }
          const { signature, signedMessage } = await ask('solana:signMessage', params)
          outputs.push({ signature: decode(signature), signedMessage: decode(signedMessage) })
        }
        return outputs
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: input.versions,
      async signTransaction(...inputs: Signing[]) {
        const { transactions = [] } = await ask('solana:signTransaction', { inputs: inputs.map(written) })
        return (transactions as readonly string[]).map((each) => ({ signedTransaction: decode(each) }))
      },
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: input.versions,
      async signAndSendTransaction(...inputs: Signing[]) {
        const { signatures = [] } = await ask('solana:signAndSendTransaction', {
          inputs: inputs.map(written),
        })
        return (signatures as readonly string[]).map((each) => ({ signature: decode(each) }))
      },
    },
    'solana:signIn': {
      version: '1.0.0',
      async signIn(...inputs: object[]) {
        const outputs = []
        for (const fields of inputs) {
          const { address, signature, signedMessage } = await ask('solana:signIn', fields)
          const account = accounts.find((each) => each.address === address)
          outputs.push({ account, signature: decode(signature), signedMessage: decode(signedMessage) })
        }
        return outputs
      },
    },
  }
  const wallet = {
    version: '1.0.0',
    name: input.name,
    icon: input.icon,
    chains: input.chains,
    get features() {
      return Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
    },
    get accounts() {
      return accounts
    },
  }
  end.on('change', (value) => {
    const change = value as { accounts?: readonly Written[]; features?: readonly string[] }
    if (change.features) names = change.features
    if (change.accounts) take(change.accounts)
    const told = {
      ...(change.accounts && { accounts }),
      ...(change.features && { features: wallet.features }),
    }
    for (const listener of [...listeners]) listener(told)
  })
  const register = (target: EventTarget) => {
    const hand = (api: { register(wallet: object): () => void }) => api.register(wallet)
    const onReady = (event: Event) => hand((event as CustomEvent<Parameters<typeof hand>[0]>).detail)
    target.addEventListener('wallet-standard:app-ready', onReady)
    target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: hand }))
    return () => target.removeEventListener('wallet-standard:app-ready', onReady)
  }
  take(input.accounts)
  if (!given) register(window)
  return { wallet, listeners: () => listeners.size, register }
}
