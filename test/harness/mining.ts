/** Holds the local chain still: what is sent waits until the test lets a block be mined. */
import { chain } from './ledger.js'

// Methods of the node for tests; viem has no types for them.
const ask = chain.request as (call: { method: string; params: readonly unknown[] }) => Promise<unknown>

/** Milliseconds, as the local chain starts. */
const blockInterval = 5000

/** Nothing is mined until the returned function is called. */
export async function holdBlocks(): Promise<() => Promise<void>> {
  await ask({ method: 'evm_setAutomine', params: [false] })
  await ask({ method: 'evm_setIntervalMining', params: [0] })
  return async () => {
    await ask({ method: 'evm_setIntervalMining', params: [blockInterval] })
    await ask({ method: 'evm_setAutomine', params: [true] })
    await mine()
  }
}

export const mine = (blocks = 1): Promise<unknown> =>
  ask({ method: 'hardhat_mine', params: [`0x${blocks.toString(16)}`] })

/** The blocks from here on can be taken back: by the returned function, once. */
export async function markBlock(): Promise<() => Promise<void>> {
  const mark = await ask({ method: 'evm_snapshot', params: [] })
  return async () => {
    await ask({ method: 'evm_revert', params: [mark] })
  }
}

/** The pool forgets it. */
export const dropFromPool = (hash: string): Promise<unknown> =>
  ask({ method: 'hardhat_dropTransaction', params: [hash] })
