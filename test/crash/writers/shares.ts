/** Shares of keys: the newest that was acknowledged is the one that comes back, and there is one wallet. */
import {
  approve,
  messagePayload,
  openReleased,
  record,
  release,
} from '../../../apps/gateway/src/testing/walletApprovals.js'
import type { WalletAnswer } from '../../../apps/gateway/src/testing/walletBrowser.js'
import { activateEpoch, prepareEpoch } from '../../../apps/gateway/src/testing/walletKeys.js'
import type { WalletPlace } from '../../../apps/gateway/src/testing/walletWorld.js'
import { insist } from '../insist.js'
import type { Writer } from '../writer.js'
import { createPeople, type GuardedOwner, isWalletAnswer } from './people.js'

interface Held {
  readonly owner: GuardedOwner
  epoch: number
  share: Buffer
}

export function createShareWriter(
  place: WalletPlace,
  /** Lets a session have new shares. */
  raise: (sessionId: string) => Promise<void>,
): Writer {
  const somebody = createPeople(place, 'holder')
  const faults: string[] = []
  let count = 0
  let held: Held | undefined

  async function current(): Promise<Held> {
    const owner = await somebody()
    if (held?.owner === owner) return held
    await raise(owner.frame.session?.sessionId ?? '')
    held = { owner, epoch: 1, share: owner.wallet.s }
    return held
  }

  /** As a signature gets it: approved, released to a worker, opened. */
  async function shareOf({ owner }: Held): Promise<Buffer> {
    const whole = async () => {
      const recorded = await record(owner, messagePayload(owner, 'Which share is it?'))
      await approve(place, owner, recorded)
      const released = await release(owner.frame, recorded)
      return openReleased(owner, recorded, released)
    }
    const { answer } = await insist('rebuild', whole, () => true)
    return answer
  }

  return {
    what: 'shares of keys',
    async step() {
      const mine = await current()
      const { frame, wallet } = mine.owner
      const epoch = mine.epoch + 1
      const prepared = await insist(
        'prepare shares',
        () => prepareEpoch(frame, wallet, epoch),
        ({ body }) => typeof body.nonce === 'string',
      )
      const { s, body } = prepared.answer
      const stage = () => frame.ask('epochStage', { params: { id: wallet.id }, body })
      const staged = await insist('stage shares', stage, isWalletAnswer)
      const activate = () => activateEpoch(frame, wallet, epoch)
      // It asks for a challenge first; where that got no answer, what follows is a question about nothing.
      const isAbout = (answer: WalletAnswer) =>
        isWalletAnswer(answer) && answer.body.error?.code !== 'BAD_REQUEST'
      const active = await insist('activate shares', activate, isAbout)
      if (staged.answer.status !== 200 || active.answer.status !== 200) {
        const said = [staged, active].map(({ answer }) => JSON.stringify(answer.body))
        return void faults.push(`shares of epoch ${epoch} were refused: ${said.join(' and ')}`)
      }
      mine.epoch = epoch
      mine.share = s
      count += 1
    },
    acknowledged: () => count,
    async findFaults() {
      if (!held) return faults.splice(0)
      const { owner, epoch, share } = held
      const list = () => owner.frame.ask('walletList')
      const { answer } = await insist('list wallets', list, isWalletAnswer)
      const wallets = answer.body.wallets
      const count = Array.isArray(wallets) ? wallets.length : 0
      if (count !== 1) faults.push(`a person with one wallet has ${count}`)
      if (!(await shareOf(held)).equals(share)) faults.push(`the share of epoch ${epoch} is another one`)
      return faults.splice(0)
    },
  }
}
