/** The account that signs: who, how much, where, what can be done, and the way out. */
import { selectAccount, selectConnector, selectNetwork } from '@latchkey/core'
import type { Address, Namespace } from '@latchkey/spec/caip'
import type { Account } from '@latchkey/spec/entities'
import type { AccountTab } from '@latchkey/spec/views'
import { useKitContext, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { Avatar } from '../parts/Avatar.js'
import { Icon } from '../parts/Icon.js'
import partStyles from '../parts/parts.sheet.css'
import { wear } from '../theme/wear.js'
import { AccountChips } from './account/AccountChips.js'
import { AccountTabs } from './account/AccountTabs.js'
import styles, { css } from './account/account.sheet.css'
import { CopyAddress } from './account/CopyAddress.js'
import { FeatureButtons } from './account/FeatureButtons.js'
import { Total } from './account/Total.js'
import { type ShownTokens, useTokens } from './account/useTokens.js'
import { useAccountExplorer } from './useAccountExplorer.js'
import { useAccountName } from './useAccountName.js'
import { useChunk } from './useChunk.js'
import type { ViewProps } from './view.js'
import shared from './views.sheet.css'

const worn = wear(css)

export function View({ data }: ViewProps) {
  const { gatewayUrl } = useKitContext().options
  const account = useSelect(selectAccount)
  const network = useSelect(selectNetwork)
  // Gone for the moment in which the modal closes after a disconnect.
  if (!account) return null
  // Nobody knows what is held on a network that the page did not ask for, nor without a gateway.
  const isListed = gatewayUrl !== undefined && network !== undefined
  return (
    <div ref={worn} className={shared.view}>
      {isListed ? <Listed account={account} tab={data.tab} /> : <Unlisted account={account} />}
      <RecoveryHint />
    </div>
  )
}

const loadHint = () => import('./embedded/UpgradeHint.js')

/** For accounts of the embedded wallet; whoever cannot have it misses nothing. */
function RecoveryHint() {
  const isOurs = useSelect(selectConnector)?.type === 'AUTH'
  const { chunk } = useChunk(loadHint, isOurs)
  return isOurs && chunk ? <chunk.UpgradeHint /> : null
}

interface AccountProps {
  readonly account: Account
}

function Listed({ account, tab }: AccountProps & { readonly tab: AccountTab | undefined }) {
  const tokens = useTokens()
  return (
    <>
      <Profile account={account} tokens={tokens} />
      <FeatureButtons />
      <AccountTabs asked={tab} tokens={tokens} />
    </>
  )
}

function Unlisted({ account }: AccountProps) {
  return (
    <>
      <Profile account={account} />
      <FeatureButtons />
    </>
  )
}

function Profile({ account, tokens }: AccountProps & { readonly tokens?: ShownTokens }) {
  const namespace = useSelect((state) => state.activeNamespace)
  return (
    <div className={styles.profile}>
      <slot name="avatar">
        <Avatar address={account.address} size={64} />
      </slot>
      <div className={styles.identity}>
        <Name namespace={namespace} address={account.address} />
        <div className={styles.addressLine}>
          <CopyAddress address={account.address} />
          <ExplorerLink />
        </div>
      </div>
      <div className={styles.worth}>
        <Total tokens={tokens} />
      </div>
      <AccountChips />
    </div>
  )
}

function Name(props: { readonly namespace: Namespace; readonly address: Address }) {
  const name = useAccountName(props.namespace, props.address)
  return name ? <p className={styles.name}>{name}</p> : null
}

function ExplorerLink() {
  const t = useText()
  const explorer = useAccountExplorer()
  if (!explorer) return null
  const text = t('account.explorer', { explorer: explorer.name })
  return (
    <a
      className={styles.explorer}
      href={explorer.href}
      target="_blank"
      rel="noopener noreferrer"
      title={text}
    >
      <Icon name="globe" size={16} />
      <span className={partStyles.hiddenText}>
        {text} {t('account.new-tab')}
      </span>
    </a>
  )
}
