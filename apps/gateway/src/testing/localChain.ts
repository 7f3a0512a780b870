/** The local EVM chain for tests of this room: the real one, in this process, asked without the proxy. */
import {
  addresses,
  type Evm,
  localAccounts,
  localChain,
  marketFacts,
  networkId,
  onrampSandbox,
  rangeAddresses,
  reef,
  startEvm,
  tokens,
} from '@latchkey/local'
import { createWalletClient, custom, type EIP1193RequestFn } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readNetworks } from '../chain/networks.js'
import type { Hex } from '../chain/shapes.js'
import { RpcError } from '../rpc/errors.js'
import type { Rpc } from '../rpc/rpc.js'

export const local = { networkId, addresses, ranges: rangeAddresses, reef, tokens } as const

/** What the configuration says of the local network. */
export const localNetworks = JSON.stringify({ [networkId]: marketFacts })
/** A sandbox that delivers on it. */
export const localOnramp = JSON.stringify({ sandbox: onrampSandbox() })
export const localSettings = readNetworks(localNetworks)

export interface TestChain {
  readonly evm: Evm
  /** Answers for whatever network is named, so that one chain can be indexed several times in one database. */
  readonly rpc: Pick<Rpc, 'call'>
  readonly people: readonly Hex[]
  /** Sends from one of the people, who are numbered; the chain signs. */
  send(from: Hex, transaction: { to?: Hex; data?: Hex; value?: bigint; gas?: bigint }): Promise<Hex>
  wallet(person: number): ReturnType<typeof createWalletClient>
}

export async function startTestChain(options: Parameters<typeof startEvm>[0] = {}): Promise<TestChain> {
  const evm = await startEvm(options)
  const accounts = localAccounts()
  const chain = localChain(evm.url)
  // viem types each method; the chain answers them all.
  const request = (({ method, params }) => evm.request(method, params as unknown[])) as EIP1193RequestFn
  return {
    evm,
    people: accounts.people.map(({ address }) => address.toLowerCase() as Hex), // lower case of hex is hex
    rpc: {
      async call(_, method, params = []) {
        try {
          // As over a wire: what a test keeps must not change with the chain.
          return JSON.parse(JSON.stringify((await evm.request(method, params)) ?? null))
        } catch (cause) {
          throw new RpcError({ code: -32_000, message: (cause as Error).message, data: undefined })
        }
      },
    },
    async send(from, { value, gas, ...rest }) {
      const quantities = {
        ...(value === undefined ? {} : { value: `0x${value.toString(16)}` }),
        gas: `0x${(gas ?? 1_000_000n).toString(16)}`,
      }
      return (await evm.request('eth_sendTransaction', [{ from, ...rest, ...quantities }])) as Hex // a hash
    },
    wallet(person) {
      const account = accounts.people[person]
      if (!account) throw new Error(`there is no person ${person}`)
      return createWalletClient({
        account: privateKeyToAccount(account.privateKey),
        chain,
        transport: custom({ request }),
      })
    },
  }
}
