/** The balance of an account, asked again when something was sent and while the page is looked at. */
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { openNode } from '../chain/node.js'
import { balanceOf } from '../chain/send.js'
import type { WalletNetwork } from '../wallet/networks.js'
import { useHasNode, useSelect } from './useWallet.js'

/** In milliseconds. */
const interval = 10_000

export type Balance =
  | { readonly status: 'loading' }
  | { readonly status: 'known'; readonly value: bigint }
  | { readonly status: 'unknown' }

const loading: Balance = { status: 'loading' }
const unknown: Balance = { status: 'unknown' }

export function useBalance(address: Address, network: WalletNetwork): Balance {
  const beat = useSelect(({ beat }) => beat)
  const key = `${network.id}:${address}`
  const [known, setKnown] = useState<{ key: string; balance: Balance }>({ key, balance: loading })
  const hasNode = useHasNode(network.id)
  useEffect(() => {
    if (!hasNode) return
    let isGone = false
    const node = openNode(`${location.origin}/gateway`, network)
    const ask = () => {
      if (document.visibilityState === 'hidden') return
      balanceOf(node, address).then(
        (value) => !isGone && setKnown({ key, balance: { status: 'known', value } }),
        () => !isGone && setKnown({ key, balance: { status: 'unknown' } }),
      )
    }
    ask()
    const timer = setInterval(ask, interval)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [address, network, key, beat, hasNode])
  if (!hasNode) return unknown
  return known.key === key ? known.balance : loading
}
