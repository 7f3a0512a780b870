/** What apps may do without asking, each with its limits and its end, and the button that takes it back. */

import { type Embedded } from '@latchkey/core/screen'
import type { GrantedPermission } from '@latchkey/spec/frame'
import { useCallback, useEffect, useState } from 'react'
import { useKitContext, useSelect } from '../../context.js'
import { useNumbers } from '../../copy/useNumbers.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { useLanguageCode } from '../../copy/wording.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import { RowSkeletons } from '../../parts/Row.js'
import { Summary } from '../../parts/Summary.js'
import { shorten } from '../../parts/shorten.js'
import { selectNetworks } from '../../select.js'
import { wear } from '../../theme/wear.js'
import { useSecondsLeft } from '../account/useSecondsLeft.js'
import shared from '../views.sheet.css'
import { allowanceText } from './allowanceText.js'
import { copy } from './copy.js'
import styles, { css } from './embedded.sheet.css'
import { WithEmbedded } from './WithEmbedded.js'

const worn = wear(css)

const moment = { dateStyle: 'medium', timeStyle: 'short' } as const

export function View() {
  const t = useWords(copy)
  const { features } = useKitContext().options
  if (!features.smartSessions)
    return <Notice icon="clock" title={t('sessions.off')} detail={t('sessions.off-detail')} />
  return <WithEmbedded>{(wallet) => <Sessions wallet={wallet} />}</WithEmbedded>
}

type Listed =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly permissions: readonly GrantedPermission[] }

function Sessions({ wallet }: { readonly wallet: Embedded }) {
  const kit = useKitContext()
  const t = useWords(copy)
  const shell = useText()
  const [listed, setListed] = useState<Listed>({ status: 'loading' })
  const load = useCallback(() => {
    let isStale = false
    wallet.grantedPermissions().then(
      (permissions) => isStale || setListed({ status: 'ready', permissions }),
      (cause: unknown) => {
        kit.log.info('The permissions could not be loaded', cause)
        if (!isStale) setListed({ status: 'failed' })
      },
    )
    return () => {
      isStale = true
    }
  }, [kit, wallet])
  useEffect(load, [load])
  if (listed.status === 'loading') return <RowSkeletons count={2} label={shell('shell.loading')} />
  if (listed.status === 'failed')
    // D-13: not the same as having none.
    return (
      <Notice icon="alert" tone="bad" title={t('sessions.failed')} detail={t('sessions.failed-detail')}>
        <ActionButton
          icon="retry"
          onPress={() => {
            setListed({ status: 'loading' })
            load()
          }}
        >
          {shell('shell.retry')}
        </ActionButton>
      </Notice>
    )
  if (listed.permissions.length === 0)
    return <Notice icon="shield" title={t('sessions.none')} detail={t('sessions.none-detail')} />
  return (
    <div ref={worn} className={shared.view}>
      <p className={styles.lead}>{t('sessions.lead')}</p>
      <ul className={shared.list}>
        {listed.permissions.map((permission) => (
          <li key={permission.id}>
            <Session permission={permission} revoke={() => wallet.revokePermissions(permission).then(load)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SessionProps {
  readonly permission: GrantedPermission
  revoke(): Promise<unknown>
}

function Session({ permission, revoke }: SessionProps) {
  const t = useWords(copy)
  const [isRevoking, setRevoking] = useState(false)
  const { chainId, address, key, targets, allowances = [], isRevoked = false, expiry } = permission
  const language = useLanguageCode()
  const numbers = useNumbers()
  const left = useSecondsLeft(expiry * 1000)
  const network = useSelect(selectNetworks).find(
    ({ id, caipNetworkId }) => String(chainId) === caipNetworkId || String(chainId) === String(id),
  )
  const end = numbers.time(expiry * 1000, moment)
  return (
    <div className={shared.card}>
      <Summary
        lines={[
          { label: t('sessions.network'), value: network?.name ?? String(chainId) },
          { label: t('sessions.account'), value: <bdi title={address}>{shorten(address)}</bdi> },
          { label: t('sessions.key'), value: <bdi title={key}>{shorten(key)}</bdi> },
          ...(allowances.length > 0
            ? [
                {
                  label: t('sessions.sends'),
                  value: allowances.map((allowance) => (
                    <bdi key={JSON.stringify(allowance)} className={styles.target} title={allowance.token}>
                      {allowanceText(allowance, { language, numbers, any: t('sessions.any-amount') })}
                    </bdi>
                  )),
                },
              ]
            : []),
          ...(targets.length > 0
            ? [
                {
                  label: t('sessions.targets'),
                  value: targets.map((target) => (
                    <bdi key={target} className={styles.target} title={target}>
                      {shorten(target)}
                    </bdi>
                  )),
                },
              ]
            : []),
          { label: t('sessions.end'), value: left > 0 ? end : t('sessions.expired') },
        ]}
      />
      {isRevoked && <p className={styles.lead}>{t('sessions.stopped')}</p>}
      <ActionButton
        look="bad"
        isBusy={isRevoking}
        onPress={() => {
          setRevoking(true)
          void revoke().finally(() => setRevoking(false))
        }}
      >
        {t(isRevoking ? 'sessions.revoking' : isRevoked ? 'sessions.close' : 'sessions.revoke')}
      </ActionButton>
    </div>
  )
}
