/** The address to be paid at: as a code that says the network too, as text, and to share. */
import { selectAccount, selectNetwork } from '@latchkey/core'
import { makePaymentLink, showToast } from '@latchkey/core/screen'
import type { Account, Network } from '@latchkey/spec/entities'
import { useKitContext, useSelect } from '../../context.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Icon } from '../../parts/Icon.js'
import { Notice } from '../../parts/Notice.js'
import { QrCode } from '../../parts/QrCode.js'
import { WalletImage } from '../../parts/WalletImage.js'
import { wear } from '../../theme/wear.js'
import { useAccountName } from '../useAccountName.js'
import { useCopy } from '../useCopy.js'
import { copy } from './copy.js'
import styles, { css } from './receive.sheet.css'

const worn = wear(css)

export function View() {
  const kit = useKitContext()
  const t = useWords(copy)
  // The address shown is read from where it signs (D-11).
  const account = useSelect(selectAccount)
  const network = useSelect(selectNetwork)
  if (!kit.options.features.receive)
    return <Notice icon="alert" title={t('receive.off')} detail={t('receive.off-detail')} />
  // Gone for the moment in which the modal closes after a disconnect.
  return account ? <Receive account={account} network={network} /> : null
}

function Receive({ account, network }: { readonly account: Account; readonly network: Network | undefined }) {
  const t = useWords(copy)
  const copyText = useCopy()
  const { address, namespace } = account
  const name = useAccountName(namespace, address)
  const link = makePaymentLink({ namespace, recipient: address, networkId: network?.caipNetworkId })
  const share = useShare()
  return (
    <div ref={worn} className={styles.view}>
      <QrCode
        text={link}
        label={t('receive.code', { address })}
        logo={
          network && (
            <span className={styles.logo}>
              <WalletImage name={network.name} icon={network.assets?.imageUrl} size={44} isRound />
            </span>
          )
        }
      />
      <div className={styles.who}>
        {name && <p className={styles.name}>{name}</p>}
        <p className={styles.address}>
          <bdi>{address}</bdi>
        </p>
      </div>
      <div className={styles.warning} role="note">
        <Icon name="alert" size={18} />
        <span>
          {network ? t('receive.only', { network: network.name }) : t('receive.unknown')}{' '}
          {t('receive.only-detail')}
        </span>
      </div>
      <div className={styles.actions}>
        <ActionButton look="accent" icon="copy" onPress={() => copyText(address, t('receive.copied'))}>
          {t('receive.copy')}
        </ActionButton>
        {share ? (
          <ActionButton
            icon="link"
            onPress={() =>
              share({ title: t('receive.share-title', { network: network?.name ?? '' }), text: address })
            }
          >
            {t('receive.share')}
          </ActionButton>
        ) : (
          <ActionButton icon="link" onPress={() => copyText(link, t('receive.copied-link'))}>
            {t('receive.copy-link')}
          </ActionButton>
        )}
      </div>
    </div>
  )
}

/** `undefined` where the device has no sheet to share with. */
function useShare(): ((data: { title: string; text: string }) => void) | undefined {
  const kit = useKitContext()
  const shell = useText()
  if (typeof navigator === 'undefined' || typeof navigator.share !== 'function') return undefined
  return (data) => {
    navigator.share(data).catch((cause: unknown) => {
      // Closing the sheet is a choice and no failure.
      if (cause instanceof Error && cause.name === 'AbortError') return
      kit.log.info('The address was not shared', cause)
      showToast(kit, { variant: 'error', text: shell('account.copy-failed') })
    })
  }
}
