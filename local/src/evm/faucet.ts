/** Gives a newcomer native coins and tokens. */
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  isAddress,
  parseEther,
  parseUnits,
  toHex,
} from 'viem'
import { createFaucet, type Faucet } from '../faucet.js'
import { addresses } from './addresses.js'
import type { Request } from './rpc.js'

const nativeGift = parseEther('10')
const tokenGifts = [
  { token: addresses.usdc, amount: parseUnits('1000', 6) },
  { token: addresses.dai, amount: parseUnits('1000', 18) },
  { token: addresses.usdt, amount: parseUnits('1000', 6) },
] as const

export function createEvmFaucet(options: { request: Request; from: Address; now: () => number }): Faucet {
  const { request, from, now } = options

  async function send(transaction: { to: Address; value?: Hex; data?: Hex }): Promise<unknown> {
    return request('eth_sendTransaction', [{ from, ...transaction }])
  }

  return createFaucet({
    readAddress: (text) => (isAddress(text) ? getAddress(text) : undefined),
    hint: 'send {"address":"0x…"} with a valid eip155 address',
    now,
    async give(to) {
      const hashes = [await send({ to, value: toHex(nativeGift) })]
      for (const { token, amount } of tokenGifts) {
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
        hashes.push(await send({ to: token, data }))
      }
      return hashes
    },
  })
}
