/** The most that a transaction can cost, asked of the network while the person reads. */
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { explain } from '../chain/explain.js'
import { openNode } from '../chain/node.js'
import { noNode } from '../chain/readNodes.js'
import { type Call, mostFee } from '../chain/send.js'
import type { WalletNetwork } from '../wallet/networks.js'
import { useHasNode } from './useWallet.js'

export type Fee =
  | { readonly status: 'loading' }
  | { readonly status: 'known'; readonly value: bigint }
  /** Usually because the transaction would fail; the network's reason. */
  | { readonly status: 'unknown'; readonly text: string }

export function useFee(call: Call, network: WalletNetwork, from: Address): Fee {
  const [fee, setFee] = useState<Fee>({ status: 'loading' })
  const hasNode = useHasNode(network.id)
  useEffect(() => {
    if (!hasNode) return
    let isGone = false
    mostFee(openNode(`${location.origin}/gateway`, network), from, call).then(
      (value) => !isGone && setFee({ status: 'known', value }),
      (cause: unknown) => !isGone && setFee({ status: 'unknown', text: explain(cause) }),
    )
    return () => {
      isGone = true
    }
  }, [call, network, from, hasNode])
  return hasNode ? fee : { status: 'unknown', text: noNode }
}
