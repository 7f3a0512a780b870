/** Purchases: one that was paid is delivered, and delivered once. */
import { createHash, randomBytes } from 'node:crypto'
import { type Evm, localAccounts, networkId } from '@latchkey/local'
import * as v from 'valibot'
import { until } from '../../harness/until.js'
import { askJson, insist, isSettled } from '../insist.js'
import type { Place, Writer } from '../writer.js'

const card = '4242 4242 4242 4242'
const order = v.object({ orderId: v.string() })
const state = v.object({ status: v.string() })

interface Purchase {
  readonly id: string
  readonly buyer: string
}

export function createOrderWriter({ api }: Place, chain: Evm): Writer {
  const paid: Purchase[] = []
  let price: string | undefined
  const post = (path: string, body: unknown) =>
    askJson(`${api}${path}`, { method: 'POST', body: JSON.stringify(body) })
  const statusOf = async (id: string) =>
    v.parse(state, (await askJson(`${api}/v1/onramp/orders/${id}`)).body).status
  const read = (method: string, address: string) =>
    chain.request(method, [address, 'latest']).then((hex) => BigInt(String(hex)))

  return {
    what: 'purchases',
    async step() {
      const buyer = `0x${createHash('sha256').update(randomBytes(32)).digest('hex').slice(0, 40)}`
      const open = () =>
        post('/v1/onramp/widget', {
          sourceAmount: '100',
          sourceCurrencyCode: 'USD',
          destinationCurrencyCode: 'ETH',
          paymentMethodType: 'card',
          chainId: networkId,
          serviceProvider: 'SANDBOX',
          walletAddress: buyer,
        })
      const { answer } = await insist('open a purchase', open, isSettled)
      const { orderId: id } = v.parse(order, answer.body)
      // A second payment of an order that is paid is refused, and that is an answer too.
      await insist('pay', () => post(`/onramp/sandbox/${id}/pay`, { card }), isSettled)
      paid.push({ id, buyer })
    },
    acknowledged: () => paid.length,
    async findFaults() {
      const last = paid.slice(-20)
      const areDelivered = async () =>
        (await Promise.all(last.map(({ id }) => statusOf(id)))).every((status) => status === 'delivered')
      await until(areDelivered, { what: 'every purchase is delivered', within: 45_000 }).catch(() => {})
      const faults: string[] = []
      for (const { id, buyer } of last) {
        const status = await statusOf(id)
        const held = await read('eth_getBalance', buyer)
        if (status !== 'delivered' || held === 0n) faults.push(`purchase ${id}: ${status}, holds ${held}`)
        price ??= String(held)
      }
      const sent = await read('eth_getTransactionCount', localAccounts().onramp.address)
      if (Number(sent) !== paid.length) faults.push(`${paid.length} purchases, ${sent} deliveries`)
      return faults
    },
  }
}
