/** The directory's networks and tokens, as reads of the chain use them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import { directoryFolder } from '../paths.js'
import type { ListedToken } from './networks.js'
import { chainAddress } from './shapes.js'
import { cleanText, longestName, longestSymbol, mostDecimals } from './tokenText.js'

const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostDecimals))
const tokenRow = v.tuple([chainAddress, v.string(), v.string(), decimals])
const networkRow = v.object({ id: v.string(), currency: v.tuple([v.string(), v.string(), decimals]) })

export interface Listed {
  /** Names and symbols by address, of any namespace. */
  names(
    networkId: NetworkId,
  ): ReadonlyMap<string, { readonly name: string; readonly symbol: string; readonly decimals: number }>
  tokens(networkId: NetworkId): readonly ListedToken[]
  currency(networkId: NetworkId): { name: string; symbol: string; decimals: number } | undefined
}

/** Read when first needed: the lists of all networks are some megabytes. */
export function createListed(folder = directoryFolder): Listed {
  let tokens: Record<string, unknown> | undefined
  let networks: ReadonlyMap<string, readonly [string, string, number]> | undefined

  const rowsOf = (networkId: NetworkId): unknown => {
    tokens ??= v.parse(v.record(v.string(), v.unknown()), readJson(folder, 'tokens.json'))
    return tokens[networkId] ?? []
  }

  return {
    names(networkId) {
      const rows = v.parse(
        v.array(v.tuple([v.string(), v.string(), v.string(), decimals])),
        rowsOf(networkId),
      )
      return new Map(
        rows.map(([address, symbol, name, decimals]) => [
          address,
          {
            name: cleanText(name, longestName) ?? address,
            symbol: cleanText(symbol, longestSymbol) ?? address,
            decimals,
          },
        ]),
      )
    },
    tokens(networkId) {
      const rows = v.safeParse(v.array(tokenRow), rowsOf(networkId))
      if (!rows.success) throw new Error(`tokens.json has unreadable tokens of ${networkId}`)
      return rows.output.flatMap(([address, symbol, name, decimals]) => {
        const [cleanName, cleanSymbol] = [cleanText(name, longestName), cleanText(symbol, longestSymbol)]
        if (!cleanName || !cleanSymbol) return []
        return [{ address, name: cleanName, symbol: cleanSymbol, decimals, iconUrl: '', isPermit: false }]
      })
    },
    currency(networkId) {
      networks ??= new Map(
        v
          .parse(v.array(networkRow), readJson(folder, 'networks.json'))
          .map(({ id, currency }) => [id, currency]),
      )
      const found = networks.get(networkId)
      return found && { name: found[0], symbol: found[1], decimals: found[2] }
    },
  }
}

function readJson(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}
