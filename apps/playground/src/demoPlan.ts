/** A swap that was made ready to be signed, for the scenes that show one. */
import type { SwapPlan, SwapToken } from '@latchkey/core/screen'
import { accountId, asAddress, type NetworkId } from '@latchkey/spec/caip'
import { demoAddress, moreAddresses } from './wallets.js'

const native = asAddress(`0x${'e'.repeat(40)}`)
const tokenAddress = asAddress(moreAddresses[1])

const tokenOn = (
  networkId: NetworkId,
  token: Pick<SwapToken, 'name' | 'symbol' | 'decimals' | 'address'>,
): SwapToken => ({
  ...token,
  id: accountId({ networkId, address: token.address }),
  iconUrl: undefined,
  isNative: token.address === native,
})

/** Dollars for ether, or ether for dollars, which needs no approval. */
export function demoPlan(networkId: NetworkId, { isFromCoin = false } = {}): SwapPlan {
  const ether = tokenOn(networkId, { name: 'Ether', symbol: 'ETH', decimals: 18, address: native })
  const dollars = tokenOn(networkId, {
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    address: tokenAddress,
  })
  const [from, to] = isFromCoin ? [ether, dollars] : [dollars, ether]
  const call = { to: asAddress(moreAddresses[2]), data: '0x', value: 0n } as const
  return {
    question: {
      networkId,
      address: asAddress(demoAddress),
      from,
      to,
      amount: isFromCoin ? 8_640_000_000_000_000n : 120_500_000n,
    },
    slippage: '1',
    amountOut: isFromCoin ? 25_760_000n : 40_214_000_000_000_000n,
    minimum: isFromCoin ? 25_502_400n : 39_811_860_000_000_000n,
    isHeld: true,
    priceImpact: '0.04',
    swap: call,
    approvals: isFromCoin ? [] : [call],
    spender: call.to,
    canBatch: false,
    fee: { most: 412_000_000_000_000n, fields: [] },
    problem: undefined,
    expiresAt: Number.MAX_SAFE_INTEGER,
  }
}
