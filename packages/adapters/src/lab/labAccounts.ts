/** Real keys behind a lab wallet: signatures verify, transactions are mined. */
import type { Account, Address } from 'viem'
import type { Hex } from '../eip155/quantity.js'
import { askNode, type LabChain } from './labChain.js'

export interface LabAccount {
  readonly address: Address
  signMessage(data: Hex): Promise<Hex>
  signTypedData(json: string): Promise<Hex>
  /** Fills in what is missing, signs, sends, and answers with the hash. */
  sendTransaction(chain: LabChain, transaction: Readonly<Record<string, unknown>>): Promise<Hex>
}

/** viem is loaded here, with the first wallet, so that tests without one do not need it. */
export async function createLabAccount(privateKey: Hex, fetch: typeof globalThis.fetch): Promise<LabAccount> {
  const [{ createWalletClient, custom, defineChain }, { privateKeyToAccount }] = await Promise.all([
    import('viem'),
    import('viem/accounts'),
  ])
  const account = privateKeyToAccount(privateKey)
  return {
    address: account.address,
    signMessage: (raw) => account.signMessage({ message: { raw } }),
    signTypedData: (json) => account.signTypedData(JSON.parse(json)),
    sendTransaction(chain, transaction) {
      const client = createWalletClient({
        account: account satisfies Account,
        transport: custom({ request: (request) => askNode(fetch, chain, request) }, { retryCount: 0 }),
        chain: defineChain({
          id: chain.id,
          name: `Chain ${chain.id}`,
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [chain.rpcUrl] } },
        }),
      })
      const { from: _, chainId: __, nonce, ...rest } = transaction
      const amounts = ['value', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas']
      const parsed = Object.fromEntries(
        Object.entries(rest).map(([name, value]) => [
          name,
          amounts.includes(name) ? BigInt(String(value)) : value,
        ]),
      )
      return client.sendTransaction({ ...parsed, ...(nonce === undefined ? {} : { nonce: Number(nonce) }) })
    },
  }
}
