/** A small shop: asks for a payment, and hands over what was bought when it has the receipt. */
import type { PayReceipt } from 'latchkey'
import { usePayInModal } from 'latchkey/react'
import { useState } from 'react'
import type { LocalWorldFacts } from '../localWorld.js'
import { closeOrder, type Goods, goods, openOrder } from './orders.js'

const networkId = 'eip155:31337'

export function Shop({ world }: { readonly world: LocalWorldFacts }) {
  const { payAsync, isPending, error } = usePayInModal()
  const [sold, setSold] = useState<readonly { readonly name: string; readonly receipt: PayReceipt }[]>([])
  const recipient = world.accounts?.addresses?.at(-1)?.address
  if (!recipient) return null

  const buy = async ({ name, price, symbol }: Goods) => {
    const receipt = await payAsync({
      asset: assetOf(world, symbol),
      amount: price,
      recipient,
      reference: openOrder(name),
    })
    closeOrder()
    setSold((before) => [{ name, receipt }, ...before])
  }

  return (
    <section className="panel" aria-labelledby="shop">
      <h2 id="shop">Corner shop</h2>
      <p className="note">
        Asks for a payment with <code>kit.pay()</code>. Without the token, the kit offers to swap something
        else for it.
      </p>
      <ul className="goods">
        {goods.map((each) => (
          <li key={each.name}>
            <span>{each.name}</span>
            <button type="button" disabled={isPending} onClick={() => void buy(each).catch(() => {})}>
              Buy for {each.price} {each.symbol}
            </button>
          </li>
        ))}
      </ul>
      <div
        role="status"
        className="outcome"
        data-status={error ? 'failed' : sold.length > 0 ? 'done' : undefined}
      >
        {error
          ? error.message
          : sold.map(({ name, receipt }) => (
              <p key={receipt.hash}>
                <strong>{name}</strong> {receipt.reference}, paid with {receipt.amount} in {receipt.hash}
              </p>
            ))}
      </div>
    </section>
  )
}

/** CAIP-19: a token by its address, or the coin of the network. */
function assetOf({ networks }: LocalWorldFacts, symbol: string): `${string}:${string}/${string}:${string}` {
  const token = networks[networkId]?.tokens?.find((each) => each.symbol === symbol)
  return token ? `${networkId}/erc20:${token.address}` : `${networkId}/slip44:60`
}
