/** How much of a bought token an account holds: the last word on whether it has arrived. */
import { isSameAddress } from '@latchkey/spec/validation'
import type { KitContext } from '../../context.js'
import { startFeature } from '../../feature.js'
import { balances } from '../index.js'
import { tokens } from '../onDemand.js'
import { namespaceOf } from '../subject.js'
import { tokenAddress } from '../tokens/tokenAddress.js'
import type { TokenList } from '../tokens/tokens.js'
import type { Purchase } from './purchase.js'

type Bought = Pick<Purchase, 'symbol' | 'contract' | 'networkId' | 'address'>

/** A decimal; `undefined` where nobody can say. What is not in a full list is none at all. */
export async function readHoldings(
  context: KitContext,
  bought: Bought,
  { isFresh }: { readonly isFresh: boolean },
): Promise<string | undefined> {
  const feature = await startFeature(context, tokens)
  if (!feature) return undefined
  const list = await (isFresh ? feature.refresh(bought) : feature.load(bought))
  return list.status === 'ready' ? quantityIn(list, bought) : undefined
}

function quantityIn({ items }: TokenList, { symbol, contract, networkId }: Bought): string {
  const namespace = namespaceOf({ networkId })
  const item = items.find((held) => {
    const own = tokenAddress(held)
    if (!contract) return own === undefined && held.symbol === symbol
    return own !== undefined && isSameAddress(namespace, own, contract)
  })
  return item?.quantity.numeric ?? '0'
}

/** The native balance is kept apart from the list. */
export async function refreshNative(context: KitContext, { networkId }: Bought): Promise<void> {
  const feature = await startFeature(context, balances)
  await feature?.refresh(namespaceOf({ networkId }))
}
