/** A transaction on the explorer of the network it was sent on, wherever the page is by now. Nothing where that has none. */
import { useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { ActionLink } from '../parts/ActionButton.js'
import { selectNetworks } from '../select.js'
import { explorerUrl } from './explorerUrl.js'

interface TransactionLinkProps {
  readonly networkId: string
  readonly hash: string | undefined
}

export function TransactionLink({ networkId, hash }: TransactionLinkProps) {
  const t = useText()
  const networks = useSelect(selectNetworks)
  const href = hash && explorerUrl(networks, networkId, hash)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  const explorer = network?.blockExplorers?.default.name
  if (!href || !explorer) return null
  return (
    <ActionLink href={href} newTabLabel={t('account.new-tab')}>
      {t('account.explorer', { explorer })}
    </ActionLink>
  )
}
