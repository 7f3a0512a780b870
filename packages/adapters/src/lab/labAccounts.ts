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
  /** Calls itself with the code of a contract lent to it (EIP-7702). */
  sendAs(contractAddress: Address, chain: LabChain, data: Hex): Promise<Hex>
}

/** viem is loaded here, with the first wallet, so that tests without one do not need it. */
export async function createLabAccount(privateKey: Hex, fetch: typeof globalThis.fetch): Promise<LabAccount> {
  const [{ createWalletClient, custom, defineChain }, { privateKeyToAccount }] = await Promise.all([
    import('viem'),
    import('viem/accounts'),
  ])
  const account = privateKeyToAccount(privateKey)
  const clientOf = (chain: LabChain) =>
    createWalletClient({
      account: account satisfies Account,
      transport: custom({ request: (request) => askNode(fetch, chain, request) }, { retryCount: 0 }),
      chain: defineChain({
        id: chain.id,
        name: `Chain ${chain.id}`,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [chain.rpcUrl] } },
      }),
    })
  return {
    address: account.address,
    signMessage: (raw) => account.signMessage({ message: { raw } }),
    signTypedData: (json) => account.signTypedData(JSON.parse(json)),
    sendTransaction(chain, transaction) {
      const { from: _, chainId: __, nonce, ...rest } = transaction
      const amounts = ['value', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas']
      const parsed = Object.fromEntries(
        Object.entries(rest).map(([name, value]) => [
          name,
          amounts.includes(name) ? BigInt(String(value)) : value,
        ]),
      )
      return clientOf(chain).sendTransaction({
        ...parsed,
        ...(nonce === undefined ? {} : { nonce: Number(nonce) }),
      })
    },
    async sendAs(contractAddress, chain, data) {
      const client = clientOf(chain)
      const authorization = await client.signAuthorization({ contractAddress, executor: 'self' })
      return client.sendTransaction({ to: account.address, data, authorizationList: [authorization] })
    },
  }
}
