/** One wallet is being asked: waiting, declined, failed, done; every ending can be tried again in place (D-10). */
import { back, type Connection, type Connector } from '@latchkey/core'
import { isLatchkeyError } from '@latchkey/spec/errors'
import { useKit, useSelect } from '../context.js'
import { type Text, useText } from '../copy/useText.js'
import { ActionButton } from '../parts/ActionButton.js'
import { Icon } from '../parts/Icon.js'
import { Notice } from '../parts/Notice.js'
import { WalletImage } from '../parts/WalletImage.js'
import { selectConnectorById } from '../select.js'
import { askWallet } from './connectWallet.js'
import type { ViewProps } from './view.js'
import styles from './views.sheet.css'

export function View({ data }: ViewProps) {
  const kit = useKit()
  const t = useText()
  const connector = useSelect((state) => selectConnectorById(state, data.connectorId))
  if (connector) return <Asking connector={connector} />
  // A wallet can be removed while it is being asked.
  return (
    <Notice icon="puzzle" title={t('connecting.gone')} detail={t('connecting.gone-detail')}>
      <ActionButton onPress={() => back(kit)}>{t('shell.back')}</ActionButton>
    </Notice>
  )
}

function Asking({ connector }: { readonly connector: Connector }) {
  const kit = useKit()
  const t = useText()
  const { id: connectorId, namespace, name: wallet } = connector
  const connection = useSelect((state) => state.connections[namespace])
  const phase = phaseOf(connection, connectorId)
  const { title, detail } = wordsOf(phase, { wallet, error: connection?.error, t })
  const isWaiting = phase === 'waiting'
  return (
    <div className={styles.asking} data-phase={phase}>
      <div className={styles.ring}>
        <Ring />
        <WalletImage name={wallet} icon={connector.icon} size={80} />
        {isBad(phase) && (
          <span className={styles.badge} data-tone="bad">
            <Icon name="close" size={16} />
          </span>
        )}
        {phase === 'done' && (
          <span className={styles.badge} data-tone="good">
            <Icon name="check" size={16} />
          </span>
        )}
      </div>
      <div role="status" className={styles.askingText}>
        <p className={styles.askingTitle}>{title}</p>
        <p className={styles.askingDetail}>{detail}</p>
      </div>
      <div className={styles.askingActions}>
        {isWaiting ? (
          <p className={styles.hint}>{t('connecting.slow', { wallet })}</p>
        ) : (
          phase !== 'done' && (
            <ActionButton
              look={phase === 'idle' ? 'accent' : 'quiet'}
              {...(isBad(phase) && { icon: 'retry' as const })}
              onPress={() => askWallet(kit, { connectorId, namespace })}
            >
              {phase === 'idle' ? t('connecting.start', { wallet }) : t('shell.retry')}
            </ActionButton>
          )
        )}
      </div>
    </div>
  )
}

/** A frame around the picture; while the wallet is asked, a light runs along it. */
function Ring() {
  const frame = { x: 1.5, y: 1.5, width: 109, height: 109, rx: 35, pathLength: 100 }
  return (
    <svg className={styles.ringFrame} viewBox="0 0 112 112" fill="none" strokeWidth={2.5} aria-hidden="true">
      <rect {...frame} className={styles.ringTrack} />
      <rect {...frame} className={styles.ringLight} strokeLinecap="round" />
    </svg>
  )
}

type Phase = 'idle' | 'waiting' | 'declined' | 'timeout' | 'failed' | 'done'

const isBad = (phase: Phase) => phase === 'declined' || phase === 'timeout' || phase === 'failed'

export function phaseOf(connection: Connection | undefined, connectorId: string): Phase {
  if (!connection) return 'idle'
  if (connection.attempt?.connectorId === connectorId) return 'waiting'
  if (connection.wallets.some((wallet) => wallet.connectorId === connectorId)) return 'done'
  if (!connection.error) return 'idle'
  if (isLatchkeyError(connection.error, 'connection.rejected')) return 'declined'
  return isLatchkeyError(connection.error, 'connection.timeout') ? 'timeout' : 'failed'
}

function wordsOf(
  phase: Phase,
  { wallet, error, t }: { readonly wallet: string; readonly error: Error | undefined; readonly t: Text },
): { readonly title: string; readonly detail: string } {
  switch (phase) {
    case 'idle':
      return { title: t('connecting.idle', { wallet }), detail: t('connecting.idle-detail') }
    case 'waiting':
      return { title: t('connecting.waiting', { wallet }), detail: t('connecting.waiting-detail') }
    case 'declined':
      return { title: t('connecting.declined'), detail: t('connecting.declined-detail', { wallet }) }
    case 'timeout':
      return { title: t('connecting.timeout', { wallet }), detail: t('connecting.timeout-detail') }
    case 'failed':
      return { title: t('connecting.failed'), detail: reasonOf(error) ?? t('connecting.failed-detail') }
    case 'done':
      return { title: t('connecting.done'), detail: t('connecting.done-detail', { wallet }) }
  }
}

/** What the wallet itself said; our own text around it would only repeat the title. */
function reasonOf(error: Error | undefined): string | undefined {
  const said = error?.cause instanceof Error ? error.cause.message : error?.message
  const line = said?.split('\n', 1)[0]?.trim()
  return line && line.length > longestReason ? `${line.slice(0, longestReason)}…` : line
}

const longestReason = 140
