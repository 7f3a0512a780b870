/** What an account bought, as pages of its history (S7-04): orders of one on-ramp, newest first. */
import type { EndpointOutput } from '@latchkey/spec/endpoints'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { refuse } from '../http/refusal.js'
import type { Db } from '../ports/db.js'
import { createSealer, type Sealer } from '../store/sealed.js'
import { sharedSecret } from '../store/secrets.js'
import type { StoredOrder } from './orders.js'
import { onrampOrders } from './tables.js'

export interface PurchasesQuestion {
  readonly projectId: string
  /** By its id: `coinbase`. */
  readonly provider: { readonly id: string; readonly name: string }
  readonly address: string
  readonly networkId: string | undefined
  readonly currency: string
  readonly cursor: string | undefined
}

export interface Purchases {
  page(question: PurchasesQuestion): Promise<EndpointOutput<'history'>>
}

/** Items of a page. */
const pageSize = 50
/** Provider, then the last order that was told: when it was made, to the microsecond, and its id. */
const place = v.strictTuple([v.string(), v.pipe(v.string(), v.maxLength(40)), v.pipe(v.string(), v.uuid())])

export async function createPurchases({ db }: { db: Db }): Promise<Purchases> {
  const sealer: Sealer = createSealer(await sharedSecret(db, 'history cursors'), 'purchases cursor')
  const {
    projectId: project,
    provider: of,
    address: receiver,
    createdAt,
    id,
    status,
    networkId: network,
  } = onrampOrders
  // A `Date` has only milliseconds; two orders may be closer together.
  const madeAt = sql<string>`${createdAt}::text`

  return {
    async page({ projectId, provider, address, networkId, currency, cursor }) {
      const owner = `${projectId}/${address.toLowerCase()}`
      const before = v.safeParse(place, cursor === undefined ? undefined : sealer.open(owner, cursor))
      if (cursor !== undefined && (!before.success || before.output[0] !== provider.id))
        throw refuse('parameter', 'The cursor is not one that this gateway gave for this account')
      const rows = await db.query
        .select({ order: onrampOrders, madeAt })
        .from(onrampOrders)
        .where(
          and(
            eq(project, projectId),
            eq(of, provider.id),
            sql`lower(${receiver}) = ${address.toLowerCase()}`,
            // An opened window is no purchase yet.
            ne(status, 'created'),
            ...(networkId ? [sql`${network} = ${networkId}`] : []),
            ...(before.success
              ? [sql`(${createdAt}, ${id}) < (${before.output[1]}::timestamptz, ${before.output[2]}::uuid)`]
              : []),
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(pageSize + 1)
      const told = rows.slice(0, pageSize)
      const last = told.at(-1)
      return {
        // Of base58 each letter counts; the index only knows the lower case.
        data: told
          .filter(({ order }) => order.address === address || order.networkId.startsWith('eip155:'))
          .map(({ order }) => itemOf(order, provider.name, currency)),
        next:
          rows.length > pageSize && last
            ? sealer.seal(owner, [provider.id, last.madeAt, last.order.id])
            : null,
      }
    },
  }
}

const states = { created: 'pending', paid: 'pending', delivered: 'confirmed', failed: 'failed' } as const

type Item = EndpointOutput<'history'>['data'][number]

function itemOf(order: StoredOrder, providerName: string, currency: string): Item {
  const { id, status, purchaseSymbol: symbol, purchaseAmount, paymentAmount, paymentCurrency } = order
  const isSameCurrency = paymentCurrency.toLowerCase() === currency
  return {
    id,
    metadata: {
      operationType: 'buy',
      hash: id,
      minedAt: order.createdAt.toISOString(),
      sentFrom: providerName,
      sentTo: order.address,
      status: states[status],
      // As clients of this wire know it: a purchase has none.
      nonce: 1,
      chain: order.networkId,
    },
    transfers: [
      {
        fungible_info: { name: symbol, symbol, icon: null },
        nft_info: null,
        direction: 'in',
        quantity: { numeric: purchaseAmount ?? '0' },
        // A JSON number on this wire, for display only.
        value: isSameCurrency && paymentAmount !== null ? Number(paymentAmount) : null,
        price: null,
      },
    ],
  }
}
