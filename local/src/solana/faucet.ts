/** Gives a newcomer coins and tokens; airdrops that clients ask for come from the same purse. */

import { type Address, address, type Instruction, isAddress, type KeyPairSigner, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { createFaucet, type Faucet } from '../faucet.js'
import { programs } from './programs.js'
import type { GiveCoins } from './send.js'
import type { SendInstructions } from './sender.js'
import { transferToken } from './tokenInstructions.js'
import { solanaTokens } from './tokens.js'

const coinGift = lamports(10_000_000_000n)
const tokenGifts = [
  { token: solanaTokens.usdc, amount: 1_000_000_000n },
  { token: solanaTokens.usdt, amount: 1_000_000_000n },
] as const

export function createSolanaFaucet(options: {
  send: SendInstructions
  from: KeyPairSigner
  now: () => number
}): { faucet: Faucet; giveCoins: GiveCoins } {
  const { send, from, now } = options
  let gifts = 0

  const transfer = (to: Address, amount: bigint) =>
    getTransferSolInstruction({ source: from, destination: to, amount: lamports(amount) })

  const giveCoins: GiveCoins = async (to, amount) => send(from, [unlike(gifts++), transfer(to, amount)])

  const faucet = createFaucet({
    readAddress: (text) => (isAddress(text) ? address(text) : undefined),
    hint: 'send {"address":"…"} with a valid solana address',
    now,
    async give(to) {
      const signatures: string[] = [await giveCoins(to, coinGift)]
      for (const { token, amount } of tokenGifts)
        signatures.push(
          await send(from, [unlike(gifts++), ...(await transferToken({ token, from, to, amount }))]),
        )
      return signatures
    },
  })
  return { faucet, giveCoins }
}

/** Two equal gifts within one block would be one and the same transaction; a limit that nothing reaches tells them apart. */
function unlike(count: number): Instruction {
  const data = new Uint8Array(5)
  data[0] = 2
  new DataView(data.buffer).setUint32(1, 300_000 + (count % 100_000), true)
  return { programAddress: programs.computeBudget, data }
}
