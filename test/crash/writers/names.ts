/** Names: one that was registered belongs to its owner for good, once. */
import { randomBytes } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { boundEnvelope, postName } from '../../../apps/gateway/src/testing/nameEnvelope.js'
import { askJson, insist, isSettled } from '../insist.js'
import type { Place, Writer } from '../writer.js'

/** None of them can be mistaken for another, which the gateway would refuse. */
const letters = 'aehkpstx'
const randomLabel = () => Array.from(randomBytes(14), (byte) => letters[byte % letters.length]).join('')

interface Registered {
  readonly name: string
  readonly address: string
}

export function createNameWriter({ api }: Place): Writer {
  const gateway = { ask: (path: string, init?: RequestInit) => fetch(api + path, init) }
  const registered: Registered[] = []
  const faults: string[] = []
  let checked = 0

  async function faultOf({ name, address }: Registered): Promise<string[]> {
    const ask = (path: string) => insist(path, () => askJson(`${api}/v1/profile/${path}`), isSettled)
    const { answer: found } = await ask(`account/${name}`)
    const { answer: reverse } = await ask(`reverse/${address}`)
    const isTheirs = JSON.stringify(found.body).includes(address)
    const count = Array.isArray(reverse.body) ? reverse.body.length : 0
    if (found.status === 200 && isTheirs && count === 1) return []
    return [`${name}: status ${found.status}, ${isTheirs ? 'its owner' : 'another owner'}, ${count} records`]
  }

  return {
    what: 'names',
    async step() {
      const account = privateKeyToAccount(generatePrivateKey())
      const name = `${randomLabel()}.latch.id`
      const register = async () =>
        postName(gateway, await boundEnvelope(gateway, account, { action: 'register', name }))
      const { answer, lost } = await insist(name, register, isSettled)
      // A refusal may only mean that the question before, whose answer was lost, was heard.
      if (!answer.ok && lost === 0) faults.push(`${name}: refused with ${answer.status} at the first try`)
      else registered.push({ name, address: account.address })
    },
    acknowledged: () => registered.length,
    async findFaults(isLast) {
      const looked = registered.slice(isLast ? 0 : checked)
      checked = registered.length
      for (const one of looked) faults.push(...(await faultOf(one)))
      return faults.splice(0)
    },
  }
}
