/** Approvals of the embedded wallet: what was decided stays decided, and a share leaves at most once for each. */
import { randomUUID } from 'node:crypto'
import {
  approve,
  messagePayload,
  record,
  release,
} from '../../../apps/gateway/src/testing/walletApprovals.js'
import type { WalletPlace } from '../../../apps/gateway/src/testing/walletWorld.js'
import { insist } from '../insist.js'
import type { Writer } from '../writer.js'
import { createPeople, type GuardedOwner, isWalletAnswer } from './people.js'

interface Fact {
  readonly owner: GuardedOwner
  readonly id: string
  readonly digest: string
}

export function createApprovalWriter(
  place: WalletPlace,
  /** How often the log says that the share of an approval was released. */
  countReleases: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>,
): Writer {
  const somebody = createPeople(place, 'approver')
  const facts: Fact[] = []
  const faults: string[] = []
  let checked = 0
  let steps = 0

  /** What happened to a call whose answer was lost is told by the record. */
  async function stateOf({ owner, id }: Pick<Fact, 'owner' | 'id'>): Promise<unknown> {
    const read = () => owner.frame.ask('approvalRead', { params: { id } })
    return (await insist('read an approval', read, isWalletAnswer)).answer.body.state
  }

  async function faultsOf(fact: Fact): Promise<string[]> {
    const state = await stateOf(fact)
    const again = await insist(
      'release again',
      () => release(fact.owner.frame, fact),
      ({ answer }) => isWalletAnswer(answer),
    )
    const { status, body } = again.answer.answer
    return [
      ...(state === 'signed' ? [] : [`approval ${fact.id} was signed and is ${String(state)}`]),
      ...(status === 409 || body.error?.code === 'RELEASE_USED'
        ? []
        : [`approval ${fact.id}: a second release was answered with ${status}`]),
    ]
  }

  return {
    what: 'approvals',
    async step() {
      const owner = await somebody()
      const id = randomUUID()
      steps += 1
      const payload = messagePayload(owner, `Message ${steps}`)
      const made = await insist(
        'record',
        () => record(owner, payload, id),
        ({ answer }) => isWalletAnswer(answer),
      )
      const fact = { owner, id, digest: made.answer.digest }
      if (made.answer.answer.status !== 200 && made.lost === 0)
        return void faults.push(`approval ${id} was refused: ${JSON.stringify(made.answer.answer.body)}`)
      const decided = await insist('decide', () => approve(place, owner, fact), isWalletAnswer)
      if (decided.answer.status !== 200 && (await stateOf(fact)) !== 'approved')
        return void faults.push(`approval ${id} was not decided: ${JSON.stringify(decided.answer.body)}`)
      const released = await insist(
        'release',
        () => release(owner.frame, fact),
        ({ answer }) => isWalletAnswer(answer),
      )
      // Released to somebody who died with the answer: it must not be released again, and the person is asked anew.
      if (released.answer.answer.status !== 200 && released.lost === 0)
        return void faults.push(
          `approval ${id} was not released: ${JSON.stringify(released.answer.answer.body)}`,
        )
      const result = { state: 'signed', reference: 'x' }
      await insist(
        'tell the result',
        () => owner.frame.ask('approvalResult', { params: { id }, body: result }),
        isWalletAnswer,
      )
      facts.push(fact)
    },
    acknowledged: () => facts.length,
    async findFaults() {
      const looked = facts.slice(checked)
      checked = facts.length
      for (const fact of looked) faults.push(...(await faultsOf(fact)))
      const counts = await countReleases(facts.map(({ id }) => id))
      for (const { id } of facts)
        if (counts.get(id) !== 1) faults.push(`approval ${id}: ${counts.get(id) ?? 0} releases in the log`)
      return faults.splice(0)
    },
  }
}
