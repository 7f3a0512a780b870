/** Reads of the chain by Esplora, the API of block explorers: balances, fees, and what became of a transaction. */
import type { AdapterContext, AdapterHandle } from '@latchkey/core'
import type { Network } from '@latchkey/spec/entities'
import { createEsplora } from './esplora.js'
import { transferFee } from './fees.js'
import { satoshi } from './satoshi.js'
import { sighting } from './sighting.js'

type Handle = Required<Pick<AdapterHandle, 'getBalance' | 'getFee' | 'getTransaction'>>

export interface Reads extends Handle {
  /** Rejects with the node's reason. */
  broadcast(input: {
    readonly network: Network
    readonly hex: string
    readonly signal: AbortSignal
  }): Promise<void>
}

export function createReads(context: AdapterContext): Reads {
  return {
    async getBalance({ network, address, signal }) {
      const path = `/address/${encodeURIComponent(address)}` as const
      const found = await createEsplora(context, network, signal).get(path)
      const value = fields(found, ['chain_stats', 'mempool_stats']).reduce<bigint>((sum, stats) => {
        const [paid, spent] = fields(stats, ['funded_txo_sum', 'spent_txo_sum']).map((each) =>
          satoshi(each, path),
        )
        return sum + (paid ?? 0n) - (spent ?? 0n)
      }, 0n)
      const { decimals, symbol } = network.nativeCurrency
      return { value, decimals, symbol }
    },
    getFee: ({ network, signal, ...input }) => transferFee(createEsplora(context, network, signal), input),
    getTransaction: ({ network, signal, ...question }) =>
      sighting(createEsplora(context, network, signal), question),
    broadcast: ({ network, hex, signal }) => createEsplora(context, network, signal).send(hex),
  }
}

const fields = (value: unknown, names: readonly string[]): readonly unknown[] =>
  names.map((name): unknown => (value instanceof Object ? Reflect.get(value, name) : undefined))
