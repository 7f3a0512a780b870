/** A Solana wallet behind a relay as a source. Each request names its network, and only approved ones are asked for. */
import type { RelayLink, RelayLinkEvent, WalletSessionEvent } from '@latchkey/core'
import { type Address, asAddress, type NetworkId } from '@latchkey/spec/caip'
import { decodeBase58, isAddress } from '@latchkey/spec/validation'
import { asked, noAnswer } from '../walletErrors.js'
import { base58 } from './base58.js'
import { fromBase64, toBase64 } from './base64.js'
import type { SolanaAbilities, SolanaSource } from './source.js'
import { signatureLength, withSignature } from './wire.js'

export function createRelaySource(link: RelayLink): SolanaSource {
  let network = link.preferredNetworkId
  /** Chosen in the wallet. */
  let first: Address | undefined

  /** A network that the wallet took back is left for one that it still has. */
  function networkId(): NetworkId | undefined {
    const networks = link.networks()
    if (network === undefined || !networks.includes(network)) network = networks[0] ?? network
    return network
  }

  function accounts(): readonly Address[] {
    const on = networkId()
    const own = link.accounts().filter((each) => each.networkId === on && isAddress('solana', each.address))
    const list = [...new Set(own.map(({ address }) => address))]
    return first && list.includes(first) ? [first, ...list.filter((each) => each !== first)] : list
  }

  function abilities(): SolanaAbilities {
    const has = (method: string) => link.methods().includes(method)
    return {
      versions: ['legacy', 0],
      ...(has('solana_signMessage') && {
        async signMessage({ address, bytes, signal }) {
          const params = { message: base58(bytes), pubkey: address }
          return {
            signature: signatureIn(await ask('solana_signMessage', params, signal)),
            signed: undefined,
          }
        },
      }),
      ...(has('solana_signTransaction') && {
        async signTransactions({ address, transactions, signal }) {
          if (transactions.length > 1 && has('solana_signAllTransactions')) {
            const params = { transactions: transactions.map(toBase64), pubkey: address }
            return listIn(await ask('solana_signAllTransactions', params, signal), transactions.length)
          }
          const signed: Uint8Array[] = []
          // One question after the other: a wallet shows one at a time.
          for (const bytes of transactions) {
            const params = { transaction: toBase64(bytes), pubkey: address }
            signed.push(signedIn(await ask('solana_signTransaction', params, signal), bytes, address))
          }
          return signed
        },
      }),
      ...(has('solana_signAndSendTransaction') && {
        async sendTransaction({ address, transaction, options, signal }) {
          const params = { transaction: toBase64(transaction), pubkey: address, sendOptions: options }
          return signatureIn(await ask('solana_signAndSendTransaction', params, signal))
        },
      }),
    }
  }

  function ask(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    const on = networkId()
    if (on === undefined) throw noAnswer('network')
    return asked(() => link.request({ networkId: on, method, params, signal }))
  }

  function hear(event: RelayLinkEvent): WalletSessionEvent | undefined {
    if (event.type === 'deleted') return { type: 'disconnected', cause: event.cause }
    if (event.type === 'updated') return { type: 'abilities' }
    if (event.name !== 'accountsChanged' || !Array.isArray(event.data)) return undefined
    // Wallets list addresses, or accounts with their network.
    const chosen = String(event.data[0]).split(':').at(-1) ?? ''
    if (!isAddress('solana', chosen)) return undefined
    first = asAddress(chosen)
    return { type: 'accounts' }
  }

  const moved = new Set<() => void>()
  return {
    wallet: link.wallet.name,
    accounts,
    networkId,
    networks: () => link.networks(),
    moveTo(id) {
      network = id
      for (const tell of [...moved]) tell()
    },
    abilities,
    subscribe(listener) {
      const stop = link.subscribe((event) => {
        const said = hear(event)
        if (said) listener(said)
      })
      const tell = () => listener({ type: 'network' })
      moved.add(tell)
      return () => {
        stop()
        moved.delete(tell)
      }
    },
    disconnect: () => link.disconnect(),
  }
}

const fieldIn = (answer: unknown, field: string): unknown =>
  answer instanceof Object ? Reflect.get(answer, field) : undefined

function signatureIn(answer: unknown): Uint8Array {
  const text = fieldIn(answer, 'signature')
  const signature = typeof text === 'string' && text.length < 100 ? decodeBase58(text) : undefined
  if (signature?.length === signatureLength) return signature
  throw noAnswer('signature', answer)
}

/** Newer wallets answer with the whole transaction, older ones with their signature only. */
function signedIn(answer: unknown, given: Uint8Array, address: string): Uint8Array {
  const whole = fieldIn(answer, 'transaction')
  const bytes = typeof whole === 'string' ? fromBase64(whole) : undefined
  const signed = bytes ?? withSignature(given, address, signatureIn(answer))
  if (signed) return signed
  throw noAnswer('transaction', answer)
}

function listIn(answer: unknown, length: number): readonly Uint8Array[] {
  const list = fieldIn(answer, 'transactions')
  const bytes = Array.isArray(list) ? list.map((each) => fromBase64(String(each))) : []
  return Array.from({ length }, (_, i) => {
    const each = bytes[i]
    if (!each) throw noAnswer('transaction', answer)
    return each
  })
}
