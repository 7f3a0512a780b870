/** The seed: the same contracts, money, names and history on every start, since EDR cannot keep its state on disk. */
import type { LocalAccounts } from '../accounts.js'
import type { Request } from '../rpc.js'
import { deployContracts, deployEntryPoints } from './deploy.js'
import { replayHistory } from './history.js'
import { fundEverybody, giveCollectibles, openPools } from './market.js'
import { registerNames } from './names.js'
import { openRanges } from './ranges.js'
import { createSender } from './sender.js'
import { deploySmartAccounts } from './smartAccounts.js'

const length = 180 * 86_400
const endsAt = (now: number) => Math.floor(now / 1000)

export const seed = {
  /** Unix seconds of the genesis block for a history that ends at `now` (milliseconds). */
  startsAt: (now: number): number => endsAt(now) - length,

  async run({
    request,
    accounts,
    now,
  }: {
    request: Request
    accounts: LocalAccounts
    now: number
  }): Promise<void> {
    const send = createSender(request, seed.startsAt(now))
    const deployer = accounts.deployer.address
    await deployContracts(send, deployer)
    await deployEntryPoints(send, request, deployer)
    await deploySmartAccounts(send, request, accounts)
    await fundEverybody(send, accounts)
    await openPools(send, accounts)
    await giveCollectibles(send, accounts)
    await registerNames(send, accounts)
    await replayHistory(send, accounts, endsAt(now))
    // After the history, whose blocks and nonces stay what they were.
    await openRanges(send, accounts)
    // Brings the chain's clock, which follows the last block, back to everybody's.
    await request('evm_setNextBlockTimestamp', [endsAt(now)])
    await request('evm_mine')
  },
}
