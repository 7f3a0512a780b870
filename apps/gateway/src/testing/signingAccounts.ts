/** Accounts that are contracts, on the test chain: one for each owner, before and after it is deployed. */
import { deployables, localChain } from '@latchkey/local'
import {
  createPublicClient,
  encodeFunctionData,
  encodePacked,
  hashMessage,
  http,
  keccak256,
  serializeErc6492Signature,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../chain/shapes.js'
import type { TestChain } from './localChain.js'
import { personOf } from './nameEnvelope.js'

export interface SigningAccounts {
  /** What deploys them. */
  readonly factory: Hex
  /** Where the account of an owner is, or will be. */
  addressOf(owner: PrivateKeyAccount): Promise<Hex>
  deploy(owner: PrivateKeyAccount): Promise<void>
  isDeployed(address: Hex): Promise<boolean>
  /** What the account takes for its own signature of a message (ERC-1271). */
  sign(owner: PrivateKeyAccount, account: Hex, message: string): Promise<Hex>
  /** The same with what deploys the account (ERC-6492). */
  signUndeployed(owner: PrivateKeyAccount, account: Hex, message: string): Promise<Hex>
}

export const ownerOf = (seed: string): PrivateKeyAccount =>
  privateKeyToAccount(keccak256(encodePacked(['string'], [seed])))

export async function createSigningAccounts(chain: TestChain): Promise<SigningAccounts> {
  const { abi } = deployables.signingAccountFactory
  const local = localChain(chain.evm.url)
  const client = createPublicClient({ chain: local, transport: http(chain.evm.url, { retryCount: 0 }) })
  const hash = await chain
    .wallet(5)
    .deployContract({ ...deployables.signingAccountFactory, account: personOf(5), chain: local })
  const { contractAddress: factory } = await client.waitForTransactionReceipt({ hash })
  if (!factory) throw new Error('not deployed')
  const creation = (owner: PrivateKeyAccount): Hex =>
    encodeFunctionData({ abi, functionName: 'create', args: [owner.address] })

  const accounts: SigningAccounts = {
    factory,
    addressOf: (owner) =>
      client.readContract({ address: factory, abi, functionName: 'addressOf', args: [owner.address] }),
    async deploy(owner) {
      const [sender = '0x'] = chain.people
      const sent = await chain.send(sender, { to: factory, data: creation(owner) })
      await client.waitForTransactionReceipt({ hash: sent })
    },
    isDeployed: async (address) => (await client.getCode({ address })) !== undefined,
    sign(owner, account, message) {
      const parts = ['0x1900', account, hashMessage(message)] as const
      return owner.sign({ hash: keccak256(encodePacked(['bytes2', 'address', 'bytes32'], parts)) })
    },
    async signUndeployed(owner, account, message) {
      const signature = await accounts.sign(owner, account, message)
      return serializeErc6492Signature({ address: factory, data: creation(owner), signature })
    },
  }
  return accounts
}
