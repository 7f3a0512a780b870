/** An account without tokens, and the ways to some. */
import { push } from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import { copy } from './copy.js'
import { useAccountFeatures } from './useAccountFeatures.js'
import { useNetworkName } from './useNetworkName.js'

export function NoTokens() {
  const kit = useKitContext()
  const t = useWords(copy)
  const network = useNetworkName()
  const features = useAccountFeatures()
  const buy = features.find(({ feature }) => feature === 'onramp')
  const receive = features.find(({ feature }) => feature === 'receive')
  const detail = buy && receive ? t('tokens.empty-detail') : t('tokens.empty-plain', { network })
  return (
    <Notice icon="coin" title={t('tokens.empty')} detail={detail}>
      {(buy || receive) && (
        <>
          {buy && (
            <ActionButton look="accent" icon="card" onPress={() => push(kit, { view: buy.view })}>
              {t('tokens.buy')}
            </ActionButton>
          )}
          {receive && (
            <ActionButton icon="receive" onPress={() => push(kit, { view: receive.view })}>
              {t('tokens.receive')}
            </ActionButton>
          )}
        </>
      )}
    </Notice>
  )
}
