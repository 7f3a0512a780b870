/** A kit, a lab wallet and a regtest, for the tests of this folder. */
import { type AdapterContext, createLatchkey, createSystemClock, type Kit } from '@latchkey/core'
import { createFakeClock, createFakeStorage } from '@latchkey/core/testing'
import * as btc from '@scure/btc-signer'
import { prefixesOf } from '../lab/bitcoin/bitcoinAccounts.js'
import { type BitcoinDialect, bitcoinConnectorId } from '../lab/bitcoin/bitcoinDialect.js'
import {
  type BitcoinLabWallet,
  type BitcoinWalletInput,
  createBitcoinWallet,
} from '../lab/bitcoin/createBitcoinWallet.js'
import { injectBitcoinWallet } from '../lab/bitcoin/installBitcoinWallet.js'
import { bip122 } from './bip122.js'
import { bitcoinRegtest } from './networks.js'
import { toBase64 } from './psbt/text.js'

export const dialects: readonly BitcoinDialect[] = ['sats', 'unisat', 'standard']

/** Where a chain is. */
interface Esplora {
  readonly url: string
}

export interface TestStage {
  readonly kit: Kit
  readonly lab: BitcoinLabWallet
}

/** A page with one wallet, connected. */
export async function connectedStage(
  bitcoin: Esplora,
  by: BitcoinDialect,
  input: Pick<BitcoinWalletInput, 'accounts'>,
): Promise<TestStage> {
  const target = new EventTarget()
  const lab = await createBitcoinWallet({
    networks: ['regtest'],
    urls: { regtest: bitcoin.url },
    fetch: freshFetch,
    ...input,
  })
  injectBitcoinWallet(lab, { by, target })
  const kit = createLatchkey({
    networks: [bitcoinRegtest(bitcoin.url)],
    adapters: [bip122({ target })],
    fetch: freshFetch,
    clock: createFakeClock({ now: Date.now() }),
    storage: createFakeStorage(),
    logLevel: 'silent',
    isMobile: false,
  })
  await kit.connect({ connectorId: bitcoinConnectorId(lab, by) })
  return { kit, lab }
}

/** A connection for each request: one that is kept may be closed by the server while this process is busy signing. */
export const freshFetch: typeof globalThis.fetch = (input, init) =>
  fetch(input, { ...init, headers: { ...init?.headers, connection: 'close' } })

/** What reads need of a kit without a gateway. */
export const readContext = {
  options: {},
  fetch: freshFetch,
  clock: createSystemClock(),
} as unknown as AdapterContext // nothing else of it is read

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: number
}

/** The largest coin of an address. */
export async function coinOf({ url }: Esplora, address: string): Promise<Coin> {
  const response = await freshFetch(`${url}/address/${address}/utxo`)
  const coins = (await response.json()) as Coin[] // as Esplora says
  const [first] = [...coins].sort((a, b) => b.value - a.value)
  if (!first) throw new Error(`${address} has no coin`)
  return first
}

type Addresses = BitcoinLabWallet['addresses']

/** A PSBT that spends the largest coin of each address, pays `to` a little for each, and keeps the rest. */
export async function psbtFrom(bitcoin: Esplora, from: Addresses, to: string): Promise<string> {
  const coins = await Promise.all(from.map(({ address }) => coinOf(bitcoin, address)))
  return psbtOf(from, coins, to)
}

/** The same of coins that nobody has, for what is never sent. */
export const madeUpPsbt = (from: Addresses, to: string, sighashType?: number): string =>
  psbtOf(
    from,
    from.map((_, vout) => ({ txid: 'ab'.repeat(32), vout, value: 100_000 })),
    to,
    sighashType,
  )

function psbtOf(from: Addresses, coins: readonly Coin[], to: string, sighashType?: number): string {
  const tx = new btc.Transaction()
  for (const [at, { script, fields }] of from.entries()) {
    const { txid = '', vout = 0, value = 0 } = coins[at] ?? {}
    tx.addInput({
      ...fields,
      txid,
      index: vout,
      witnessUtxo: { script, amount: BigInt(value) },
      ...(sighashType === undefined ? {} : { sighashType }),
    })
    tx.addOutputAddress(to, 10_000n, prefixesOf('regtest'))
  }
  const sum = coins.reduce((total, { value }) => total + BigInt(value), 0n)
  const rest = sum - 10_000n * BigInt(from.length) - 2000n
  tx.addOutputAddress(from[0]?.address ?? '', rest, prefixesOf('regtest'))
  return toBase64(tx.toPSBT())
}
