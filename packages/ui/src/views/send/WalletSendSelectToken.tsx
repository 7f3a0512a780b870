/** Choosing what to send, among what is held. */
import { back, fiatText, quantityText, type Send, type SendToken, worthOf } from '@latchkey/core/screen'
import type { Numbers } from '@latchkey/spec/words'
import { useMemo } from 'react'
import { useKitContext } from '../../context.js'
import type { Translate } from '../../copy/text.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { Notice } from '../../parts/Notice.js'
import { TokenList } from '../../parts/TokenList.js'
import type { TokenItem } from '../../parts/TokenRow.js'
import { Waiting } from '../../shell/placeholders.js'
import { wear } from '../../theme/wear.js'
import { NotEnough } from '../NotEnough.js'
import { copy } from './copy.js'
import { NotStarted } from './NotStarted.js'
import styles, { css } from './send.sheet.css'
import { TokensFailed, TokensPartly } from './TokensFailed.js'
import { useSendState, useShownSend } from './useSend.js'

const worn = wear(css)

export function View() {
  const started = useShownSend()
  return started.handle ? <Tokens form={started.handle} /> : <NotStarted started={started} />
}

function Tokens({ form }: { readonly form: Send }) {
  const kit = useKitContext()
  const t = useWords(copy)
  const numbers = useNumbers()
  const { tokens, token: current } = useSendState(form)
  const items = useMemo(
    () => tokens.items.filter(({ held }) => held > 0n).map((token) => itemOf(token, numbers)),
    [tokens.items, numbers],
  )
  if (tokens.status === 'loading' && items.length === 0) return <Waiting />
  if (tokens.status === 'failed' && items.length === 0) return <TokensFailed form={form} tokens={tokens} />
  if (items.length === 0)
    return (
      <Notice icon="coin" title={t('send.empty')} detail={t('send.empty-detail')}>
        <NotEnough symbol="" isBare />
      </Notice>
    )
  return (
    <>
      {tokens.status === 'failed' && (
        <div ref={worn} className={styles.above}>
          <TokensPartly form={form} tokens={tokens} />
        </div>
      )}
      <TokenList
        label={t('send.tokens')}
        searchLabel={t('send.search')}
        tokens={items}
        home={kit.options.gatewayUrl}
        current={current?.id}
        found={(count) => (count === 1 ? t('send.found-one') : t('send.found', { count }))}
        none={(search) => noTokens(t, search)}
        onChoose={({ id }) => {
          form.chooseToken(id)
          back(kit)
        }}
      />
    </>
  )
}

const noTokens = (t: Translate<typeof copy>, search: string) => (
  <Notice icon="search" title={t('send.none')} detail={t('send.none-detail', { search })} />
)

function itemOf(token: SendToken, numbers: Numbers): TokenItem {
  const { id, name, symbol, address, held, decimals, price, icon } = token
  const worth = worthOf({ value: held, decimals, price })
  return {
    id,
    name,
    symbol,
    address,
    icon,
    quantity: quantityText(held, { decimals, symbol }, numbers),
    worth: worth === undefined ? undefined : fiatText(worth, numbers),
  }
}
