/** What the local chain says, and accounts that nobody has used before. */
import { addresses, localAccounts, tokens } from '@latchkey/local'
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { inject } from 'vitest'

export const chain = createPublicClient({ transport: http(inject('origins').evm), pollingInterval: 50 })

export type TokenKey = Exclude<keyof typeof tokens, 'weth'>

export const balanceOf = (token: TokenKey, owner: Hex): Promise<bigint> =>
  chain.readContract({ address: addresses[token], abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

export const coinsOf = (address: Hex): Promise<bigint> => chain.getBalance({ address })

// The node has methods for tests, and signs for the people of the local chain; viem has no types for either.
const ask = chain.request as (call: { method: string; params: readonly unknown[] }) => Promise<unknown>

export async function setCoins(address: Hex, coins: bigint): Promise<void> {
  await ask({ method: 'hardhat_setBalance', params: [address, `0x${coins.toString(16)}`] })
}

const mint = parseAbi(['function mint(address to, uint256 value)'])
const { deployer } = localAccounts()

/** Gives somebody 5 coins and 100 of each token. */
export async function fund(address: Hex, held: readonly TokenKey[] = []): Promise<void> {
  await setCoins(address, parseEther('5'))
  for (const token of held) {
    const value = parseUnits('100', tokens[token].decimals)
    const data = encodeFunctionData({ abi: mint, functionName: 'mint', args: [address, value] })
    const params = [{ from: deployer.address, to: addresses[token], data }]
    const hash = (await ask({ method: 'eth_sendTransaction', params })) as Hex
    await chain.waitForTransactionReceipt({ hash })
  }
}

/** A key whose account has 5 coins and 100 of each token. */
export async function fundedKey(held: readonly TokenKey[] = []): Promise<Hex> {
  const key = generatePrivateKey()
  await fund(privateKeyToAddress(key), held)
  return key
}

/** An address that nobody has the key of. */
export const anybody = (): Hex => privateKeyToAddress(generatePrivateKey())
