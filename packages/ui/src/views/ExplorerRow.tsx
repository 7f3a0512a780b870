/** The account on the explorer of the network it is on, never of another (D-11). */
import { selectAccount, selectNetwork } from '@latchkey/core'
import { useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { LinkRow } from '../parts/LinkRow.js'

export function ExplorerRow() {
  const t = useText()
  const account = useSelect(selectAccount)
  const explorer = useSelect(selectNetwork)?.blockExplorers?.default
  if (!account || !explorer) return null
  const href = `${explorer.url.replace(/\/$/, '')}/address/${account.address}`
  return (
    <LinkRow icon="globe" href={href} newTabLabel={t('account.new-tab')}>
      {t('account.explorer', { explorer: explorer.name })}
    </LinkRow>
  )
}
