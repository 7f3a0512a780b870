/** An account that is a contract, with the key of its owner: signs before and after it is deployed (ERC-6492, ERC-1271). */
import { deployables } from '@latchkey/local'
import type { LabWalletInput } from 'latchkey/testing'
import {
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hashMessage,
  http,
  keccak256,
  serializeErc6492Signature,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { inject } from 'vitest'
import { chain, fundedKey } from './ledger.js'

type LabAccount = NonNullable<LabWalletInput['accounts']>[number]

const { abi } = deployables.signingAccountFactory

export async function createContractAccount(): Promise<{ account: LabAccount; deploy(): Promise<void> }> {
  const owner = privateKeyToAccount(generatePrivateKey())
  const payer = createWalletClient({
    account: privateKeyToAccount(await fundedKey()),
    transport: http(inject('origins').evm),
  })
  const deployed = await payer.deployContract({ ...deployables.signingAccountFactory, chain: null })
  const { contractAddress: factory } = await chain.waitForTransactionReceipt({ hash: deployed })
  if (!factory) throw new Error('not deployed')
  const address = await chain.readContract({
    address: factory,
    abi,
    functionName: 'addressOf',
    args: [owner.address],
  })
  const creation = encodeFunctionData({ abi, functionName: 'create', args: [owner.address] })
  const cannot = async (): Promise<never> => {
    throw new Error('this account only signs messages')
  }

  async function signMessage(raw: Hex): Promise<Hex> {
    const parts = ['0x1900', address, hashMessage({ raw })] as const
    const hash = keccak256(encodePacked(['bytes2', 'address', 'bytes32'], parts))
    const signature = await owner.sign({ hash })
    const isThere = (await chain.getCode({ address })) !== undefined
    return isThere
      ? signature
      : serializeErc6492Signature({ address: factory as Hex, data: creation, signature })
  }

  return {
    account: { address, signMessage, signTypedData: cannot, sendTransaction: cannot, sendAs: cannot },
    async deploy() {
      const hash = await payer.sendTransaction({ to: factory, data: creation, chain: null })
      await chain.waitForTransactionReceipt({ hash })
    },
  }
}
