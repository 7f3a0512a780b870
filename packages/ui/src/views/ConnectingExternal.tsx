/** One wallet is being asked to connect; every ending has its own words and can be tried again in place (D-10). */
import type { Connection, Connector } from '@latchkey/core'
import { back } from '@latchkey/core/screen'
import { isLatchkeyError } from '@latchkey/spec/errors'
import { useKitContext, useSelect } from '../context.js'
import { ActionButton } from '../parts/ActionButton.js'
import { Notice } from '../parts/Notice.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectConnectorById } from '../select.js'
import { AskingScreen, type AskingTone } from './AskingScreen.js'
import { type AskingText, useAskingText } from './askingCopy.js'
import { askWallet } from './connectWallet.js'
import { type Reason, useReason } from './reason.js'
import type { ViewProps } from './view.js'

export function View({ data }: ViewProps) {
  const kit = useKitContext()
  const t = useAskingText()
  const connector = useSelect((state) => selectConnectorById(state, data.connectorId, data.namespace))
  if (connector) return <Asking connector={connector} />
  // A wallet can be removed while it is being asked.
  return (
    <Notice icon="puzzle" title={t('connecting.gone')} detail={t('connecting.gone-detail')}>
      <ActionButton onPress={() => back(kit)}>{t('shell.back')}</ActionButton>
    </Notice>
  )
}

/** One wallet of this browser, and how it answers. */
export function Asking({ connector }: { readonly connector: Connector }) {
  const kit = useKitContext()
  const t = useAskingText()
  const reason = useReason()
  const { id: connectorId, namespace, name: wallet } = connector
  const connection = useSelect((state) => state.connections[namespace])
  const phase = phaseOf(connection, connectorId)
  const tone = tones[phase]
  const canAsk = tone === 'idle' || tone === 'bad'
  return (
    <AskingScreen
      tone={tone}
      isRefused={phase === 'declined'}
      picture={<WalletImage name={wallet} icon={connector.icon} size={80} />}
      {...wordsOf(phase, { wallet, error: connection?.error, t, reason })}
      hint={tone === 'waiting' ? t('connecting.slow', { wallet }) : undefined}
      action={
        canAsk
          ? {
              text: phase === 'idle' ? t('connecting.start', { wallet }) : t('shell.retry'),
              run: () => askWallet(kit, { connectorId, namespace }),
            }
          : undefined
      }
    />
  )
}

const tones = {
  idle: 'idle',
  waiting: 'waiting',
  declined: 'bad',
  locked: 'bad',
  pending: 'bad',
  timeout: 'bad',
  failed: 'bad',
  done: 'done',
} as const satisfies Record<string, AskingTone>

type Phase = keyof typeof tones

export function phaseOf(connection: Connection | undefined, connectorId: string): Phase {
  if (!connection) return 'idle'
  const { attempt, wallets, error, failedId = connectorId } = connection
  if (attempt?.connectorId === connectorId) return 'waiting'
  if (wallets.some((wallet) => wallet.connectorId === connectorId)) return 'done'
  if (!error || failedId !== connectorId) return 'idle'
  if (isLatchkeyError(error, 'connection.rejected')) return 'declined'
  // A locked wallet answers with an empty list instead of asking for its password.
  if (isLatchkeyError(error, 'connection.no-accounts')) return 'locked'
  if (isLatchkeyError(error, 'connection.pending')) return 'pending'
  return isLatchkeyError(error, 'connection.timeout') ? 'timeout' : 'failed'
}

interface WordsInput {
  readonly wallet: string
  readonly error: Error | undefined
  readonly t: AskingText
  readonly reason: Reason
}

function wordsOf(
  phase: Phase,
  { wallet, error, t, reason }: WordsInput,
): { readonly title: string; readonly detail: string } {
  switch (phase) {
    case 'idle':
      return { title: t('connecting.idle', { wallet }), detail: t('connecting.idle-detail') }
    case 'waiting':
      return { title: t('connecting.waiting', { wallet }), detail: t('connecting.waiting-detail') }
    case 'declined':
      return { title: t('connecting.declined'), detail: t('connecting.declined-detail', { wallet }) }
    case 'locked':
      return { title: t('connecting.locked', { wallet }), detail: t('connecting.locked-detail') }
    case 'pending':
      return { title: t('connecting.pending'), detail: t('connecting.pending-detail', { wallet }) }
    case 'timeout':
      return { title: t('connecting.timeout', { wallet }), detail: t('connecting.timeout-detail') }
    case 'failed':
      return { title: t('connecting.failed'), detail: reason(error) ?? t('connecting.failed-detail') }
    case 'done':
      return { title: t('connecting.done'), detail: t('connecting.done-detail', { wallet }) }
  }
}
