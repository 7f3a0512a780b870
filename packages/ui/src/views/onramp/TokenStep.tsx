/** What to buy: everything on sale on the networks of the app, the one in use first. */
import type { Onramp } from '@latchkey/core/screen'
import { useKitContext } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import { TokenList } from '../../parts/TokenList.js'
import { wear } from '../../theme/wear.js'
import { copy } from './copy.js'
import styles, { css } from './onramp.sheet.css'

interface TokenStepProps {
  readonly shop: Onramp
  readonly current: string
  onDone(): void
}

const worn = wear(css)

export function TokenStep({ shop, current, onDone }: TokenStepProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  // Where it arrives is said with the symbol: the same token on another network is another one.
  const tokens = shop.tokens().map(({ id, name, symbol, contract, networkName: network }) => ({
    id,
    name,
    symbol: t('buy.get-on', { symbol, network }),
    address: contract,
  }))
  const notFound = (search: string) => (
    <Notice icon="search" title={t('buy.not-found')} detail={t('buy.not-found-detail', { search })} />
  )
  return (
    <div ref={worn}>
      <TokenList
        label={t('buy.tokens')}
        searchLabel={t('buy.search')}
        tokens={tokens}
        current={current}
        home={kit.options.gatewayUrl}
        found={(count) => t('buy.found', { count })}
        none={notFound}
        onChoose={({ id }) => {
          shop.chooseToken(id)
          onDone()
        }}
      />
      <div className={styles.below}>
        <ActionButton onPress={onDone}>{t('buy.back')}</ActionButton>
      </div>
    </div>
  )
}
