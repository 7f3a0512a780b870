/** Which collectibles an account holds, and how many of each: the newest block decides, so that no reorganisation matters. */
import { encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '../chain/chain.js'
import { type ReadManyOptions, readMany } from '../chain/multicall.js'
import type { Hex } from '../chain/shapes.js'
import type { MetCollectible } from '../indexer/reads.js'

export interface HeldCollectible extends MetCollectible {
  readonly amount: bigint
}

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
])

export async function heldNow(
  chain: Chain,
  address: Hex,
  met: readonly MetCollectible[],
  options: ReadManyOptions,
): Promise<HeldCollectible[]> {
  const reads = met.map(({ token, tokenId, standard }) => {
    const id = BigInt(tokenId)
    const data =
      standard === 'erc721'
        ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [id] })
        : encodeFunctionData({ abi, functionName: 'balanceOf', args: [address, id] })
    return { to: token, data }
  })
  const answers = await readMany(chain, reads, options)
  return met.flatMap((item, index) => {
    const answer = answers[index]
    // One that was burned reverts; anything but one word is no answer.
    if (answer?.length !== 66) return []
    const word = BigInt(answer)
    const amount = item.standard === 'erc1155' ? word : word === BigInt(address) ? 1n : 0n
    return amount > 0n ? [{ ...item, amount }] : []
  })
}
