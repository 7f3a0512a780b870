/** Choosing the token of one side: what is held comes first. */
import type { Swaps, SwapToken } from '@latchkey/core/screen'
import { back } from '@latchkey/core/screen'
import { useMemo } from 'react'
import { useKitContext } from '../../context.js'
import type { Translate } from '../../copy/text.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import { TokenList } from '../../parts/TokenList.js'
import type { TokenItem } from '../../parts/TokenRow.js'
import { Waiting } from '../../shell/placeholders.js'
import { useTokens } from '../account/useTokens.js'
import type { ViewProps } from '../view.js'
import { copy } from './copy.js'
import { heldFirst } from './heldFirst.js'
import { NoSwaps } from './NoSwaps.js'
import { useShownSwaps, useSwapsState } from './useSwaps.js'

export function View({ data }: ViewProps) {
  const { status, handle, retry } = useShownSwaps()
  if (!handle) return <NoSwaps status={status} retry={retry} />
  return <Tokens handle={handle} side={data.swapSide ?? 'from'} />
}

function Tokens({ handle, side }: { readonly handle: Swaps; readonly side: 'from' | 'to' }) {
  const kit = useKitContext()
  const t = useWords(copy)
  const numbers = useNumbers()
  const { list, from, to } = useSwapsState(handle)
  const held = useTokens().list?.items
  const items = useMemo(() => heldFirst(list.tokens, held ?? [], numbers), [list.tokens, held, numbers])
  if (list.status === 'failed')
    return (
      <Notice icon="unplugged" tone="bad" title={t('swap.list-failed')} detail={t('swap.list-failed-detail')}>
        <ActionButton icon="retry" onPress={() => handle.retry()}>
          {t('swap.retry')}
        </ActionButton>
      </Notice>
    )
  if (list.status === 'loading') return <Waiting />
  const choose = (token: TokenItem) => {
    handle.choose({ [side]: token.id })
    back(kit)
  }
  return (
    <TokenList
      label={t('swap.tokens')}
      searchLabel={t('swap.search')}
      tokens={items}
      home={kit.options.gatewayUrl}
      current={currentOf(side, from, to)?.id}
      found={(count) => (count === 1 ? t('swap.found-one') : t('swap.found', { count }))}
      none={(search) => noTokens(t, search)}
      onChoose={choose}
    />
  )
}

const noTokens = (t: Translate<typeof copy>, search: string) => (
  <Notice icon="search" title={t('swap.none')} detail={t('swap.none-detail', { search })} />
)

const currentOf = (side: 'from' | 'to', from: SwapToken | undefined, to: SwapToken | undefined) =>
  side === 'from' ? from : to
