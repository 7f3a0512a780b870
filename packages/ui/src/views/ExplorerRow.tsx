/** The way to the account on an explorer, as a line of a list. */
import { useText } from '../copy/useText.js'
import { LinkRow } from '../parts/LinkRow.js'
import { useAccountExplorer } from './useAccountExplorer.js'

export function ExplorerRow() {
  const t = useText()
  const explorer = useAccountExplorer()
  if (!explorer) return null
  return (
    <LinkRow icon="globe" href={explorer.href} newTabLabel={t('account.new-tab')}>
      {t('account.explorer', { explorer: explorer.name })}
    </LinkRow>
  )
}
