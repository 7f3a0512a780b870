/** The form of a swap: what for what, how much, at which price. */
import type { Swaps } from '@latchkey/core/screen'
import { push, replace } from '@latchkey/core/screen'
import { errorText } from '@latchkey/spec/errors'
import { useEffect } from 'react'
import { useKitContext, useSelect } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import { Waiting } from '../../shell/placeholders.js'
import type { ViewProps } from '../view.js'
import { copy } from './copy.js'
import { NoSwaps } from './NoSwaps.js'
import { SwapForm } from './SwapForm.js'
import { SwapProgress } from './SwapProgress.js'
import { useShownSwaps, useSwapsState } from './useSwaps.js'

export function View({ data }: ViewProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const retell = useRetell()
  const { status, handle, retry } = useShownSwaps()
  const namespace = useSelect((state) => state.activeNamespace)
  const { swap } = data
  useEffect(() => {
    const ended = handle?.store.get().progress.status
    // What has ended was seen where it ended; who comes back comes for the form.
    if (ended === 'done') handle?.reset()
    if (ended === 'failed') handle?.cancel()
    if (!handle || !swap) return
    handle.choose(swap)
    // Said once: who chooses something else and comes back must find that.
    replace(kit, { view: 'Swap' })
  }, [kit, handle, swap])
  if (!handle) return <NoSwaps status={status} retry={retry} />
  // D-17: swaps are eip155's.
  if (namespace !== 'eip155')
    return (
      <Notice
        icon="globe"
        title={retell(errorText('swap.unsupported'))}
        detail={t('swap.elsewhere-detail')}
      />
    )
  return <Body handle={handle} />
}

function Body({ handle }: { readonly handle: Swaps }) {
  const t = useWords(copy)
  const retell = useRetell()
  const kit = useKitContext()
  const state = useSwapsState(handle)
  const { list, progress } = state
  if (progress.status === 'running' || progress.status === 'done')
    return <SwapProgress handle={handle} progress={progress} />
  if (list.problem?.code === 'unsupported')
    return (
      <Notice
        icon="globe"
        title={retell(errorText('swap.unsupported'))}
        detail={t('swap.unsupported-detail')}
      >
        <ActionButton onPress={() => push(kit, { view: 'Networks' })}>{t('swap.networks')}</ActionButton>
      </Notice>
    )
  if (list.status === 'failed')
    return (
      <Notice icon="unplugged" tone="bad" title={t('swap.list-failed')} detail={t('swap.list-failed-detail')}>
        <ActionButton icon="retry" onPress={() => handle.retry()}>
          {t('swap.retry')}
        </ActionButton>
      </Notice>
    )
  if (list.status === 'loading') return <Waiting />
  return <SwapForm handle={handle} state={state} />
}
