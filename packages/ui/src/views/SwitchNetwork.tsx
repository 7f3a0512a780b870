/** The wallet is asked to move to another network; a refusal can be tried again in place. */
import { selectConnector, selectView } from '@latchkey/core'
import { back, type KitContext } from '@latchkey/core/screen'
import type { NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { isLatchkeyError, isUserRejection } from '@latchkey/spec/errors'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { ActionButton } from '../parts/ActionButton.js'
import { Notice } from '../parts/Notice.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectNetworks } from '../select.js'
import { AskingScreen } from './AskingScreen.js'
import { type AskingText, useAskingText } from './askingCopy.js'
import { type Reason, useReason } from './reason.js'
import type { ViewProps } from './view.js'

export function View({ data }: ViewProps) {
  const kit = useKitContext()
  const t = useAskingText()
  const network = useSelect(selectNetworks).find(({ caipNetworkId }) => caipNetworkId === data.networkId)
  if (network) return <Switching network={network} />
  return (
    <Notice icon="globe" title={t('switch.gone')} detail={t('switch.gone-detail')}>
      <ActionButton onPress={() => back(kit)}>{t('shell.back')}</ActionButton>
    </Notice>
  )
}

function Switching({ network }: { readonly network: Network }) {
  const t = useAskingText()
  const reason = useReason()
  const { error, ask } = useSwitch(network.caipNetworkId)
  const wallet =
    useSelect((state) => selectConnector(state, network.chainNamespace)?.name) ?? t('settings.wallet')
  return (
    <AskingScreen
      tone={error === undefined ? 'waiting' : 'bad'}
      isRefused={isUserRejection(error)}
      picture={<WalletImage name={network.name} icon={network.assets?.imageUrl} size={80} />}
      {...wordsOf(error, { wallet, network: network.name, t, reason })}
      hint={t('connecting.slow', { wallet })}
      action={error === undefined ? undefined : { text: t('shell.retry'), run: ask }}
    />
  )
}

/** Asks when the view comes, and again on demand. Leaving the view withdraws the question. */
function useSwitch(networkId: NetworkId): { readonly error: unknown; ask(): void } {
  const kit = useKitContext()
  const [error, setError] = useState<unknown>()
  const asking = useRef<AbortController>(undefined)
  const ask = useCallback(() => {
    const attempt = new AbortController()
    asking.current?.abort()
    asking.current = attempt
    setError(undefined)
    kit.switchNetwork({ networkId, signal: attempt.signal }).then(
      () => {
        if (!attempt.signal.aborted) leave(kit)
      },
      (cause: unknown) => {
        kit.log.info('The network was not switched', cause)
        if (!attempt.signal.aborted) setError(cause)
      },
    )
  }, [kit, networkId])
  useEffect(() => {
    ask()
    return () => asking.current?.abort()
  }, [ask])
  return { error, ask }
}

/** Back to where the list of networks was opened from. */
function leave(kit: KitContext): void {
  back(kit)
  const state = kit.store.get()
  if (state.modal.isOpen && selectView(state) === 'Networks') back(kit)
}

interface Names {
  readonly wallet: string
  readonly network: string
  readonly t: AskingText
  readonly reason: Reason
}

function wordsOf(error: unknown, { wallet, network, t, reason }: Names) {
  if (error === undefined)
    return { title: t('switch.waiting', { wallet }), detail: t('switch.waiting-detail', { network }) }
  if (isUserRejection(error))
    return { title: t('switch.declined'), detail: t('switch.declined-detail', { wallet, network }) }
  if (isLatchkeyError(error, 'network.not-supported') || isLatchkeyError(error, 'connection.unsupported'))
    return { title: t('switch.unsupported'), detail: t('switch.unsupported-detail', { wallet, network }) }
  if (isLatchkeyError(error, 'connection.timeout'))
    return { title: t('connecting.timeout', { wallet }), detail: t('connecting.timeout-detail') }
  return { title: t('switch.failed'), detail: reason(error) ?? t('connecting.failed-detail') }
}
