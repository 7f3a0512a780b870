/** Rows of the index: every transaction of an account is told once, newest first. */
import { type Evm, localAccounts, networkId } from '@latchkey/local'
import * as v from 'valibot'
import { until } from '../../harness/until.js'
import { askJson, insist, isSettled } from '../insist.js'
import type { Place, Writer } from '../writer.js'

const page = v.object({
  data: v.array(v.object({ id: v.string() })),
  next: v.nullable(v.string()),
  meta: v.object({ completeness: v.string() }),
})
type Page = v.InferOutput<typeof page>

export async function createHistoryWriter({ api }: Place, chain: Evm): Promise<Writer> {
  const [sender, receiver] = localAccounts().people.map(({ address }) => address)
  const sent: string[] = []
  /** What a history has told once, it must tell from then on. */
  const told = new Set<string>()

  async function read(cursor: string | null): Promise<Page> {
    const query = new URLSearchParams({ chainId: networkId, ...(cursor ? { cursor } : {}) })
    const ask = () => askJson(`${api}/v1/account/${sender}/history?${query}`)
    return v.parse(page, (await insist('history', ask, isSettled)).answer.body)
  }
  async function readAll(): Promise<string[]> {
    const ids: string[] = []
    for (let cursor: string | null = null; ; ) {
      const { data, next }: Page = await read(cursor)
      ids.push(...data.map(({ id }) => id))
      if (!next) return ids
      cursor = next
    }
  }
  const before = await readAll()

  return {
    what: 'index rows',
    async step() {
      const value = `0x${(sent.length + 1).toString(16)}`
      const transaction = { from: sender, to: receiver, value, gas: '0x5208' }
      sent.unshift(String(await chain.request('eth_sendTransaction', [transaction])))
      for (const { id } of (await read(null)).data) told.add(id)
    },
    acknowledged: () => told.size,
    async findFaults() {
      const isWhole = async () => (await read(null)).meta.completeness !== 'partial'
      await until(isWhole, { what: 'every block is read', within: 45_000 }).catch(() => {})
      const found = await readAll()
      const faults: string[] = []
      if (new Set(found).size !== found.length) faults.push('the history tells a transaction twice')
      const lost = [...told].filter((id) => !found.includes(id))
      if (lost.length > 0)
        faults.push(`the history told ${lost.length} transactions that it does not tell now`)
      if (String(found) !== String([...sent, ...before])) faults.push('the history is not what was sent')
      return faults
    },
  }
}
