/** What belongs to an account of the embedded wallet: who signed in, which kind of account, and the ways to its own pages. */
import { selectAccount } from '@latchkey/core'
import { type Embedded, type EmbeddedState, embedded, push } from '@latchkey/core/screen'
import type { AccountType } from '@latchkey/spec/options'
import { useId, useState } from 'react'
import { useKitContext, useSelect } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { Icon } from '../../parts/Icon.js'
import partStyles from '../../parts/parts.sheet.css'
import { Row, RowIcon } from '../../parts/Row.js'
import { selectNetworkChoice } from '../../select.js'
import { wear } from '../../theme/wear.js'
import { useFeature, useStore } from '../../useFeature.js'
import { useAccountText } from '../accountCopy.js'
import shared from '../views.sheet.css'
import { accountTypeChoices } from './accountTypeChoices.js'
import { copy } from './copy.js'
import styles, { css } from './embedded.sheet.css'
import { SocialLogo } from './SocialLogo.js'
import { socialNames } from './socialNames.js'

const worn = wear(css)

export function WalletSettings() {
  const { handle } = useFeature(embedded)
  return handle ? <Settings wallet={handle} /> : null
}

const whole = (state: EmbeddedState) => state

function Settings({ wallet }: { readonly wallet: Embedded }) {
  const kit = useKitContext()
  const t = useWords(copy)
  const { user, smartAccountNetworks } = useStore(wallet.store, whole)
  return (
    <div ref={worn} className={shared.group}>
      <h3 className={shared.heading}>{t('settings.own-wallet')}</h3>
      <AccountTypes wallet={wallet} networks={smartAccountNetworks} />
      <div className={shared.list}>
        <User user={user} />
        <Row
          picture={<RowIcon name="shield" />}
          name={t('settings.security')}
          hint={t('settings.security-detail')}
          onPress={() => void wallet.openWindow('settings')}
        />
        <Row
          picture={<RowIcon name="key" />}
          name={t('settings.export')}
          hint={t('settings.export-detail')}
          onPress={() => void wallet.openWindow('export')}
        />
        {kit.options.features.smartSessions && (
          <Row
            picture={<RowIcon name="clock" />}
            name={t('settings.sessions')}
            hint={t('settings.sessions-detail')}
            onPress={() => push(kit, { view: 'SmartSessions' })}
          />
        )}
      </div>
    </div>
  )
}

function User({ user }: Pick<EmbeddedState, 'user'>) {
  const kit = useKitContext()
  const t = useWords(copy)
  if (!user) return null
  const { email, userName, provider } = user
  if (provider && provider !== 'passkey')
    return (
      <p className={styles.user}>
        <span className={styles.rowLogo}>
          <SocialLogo provider={provider} size={20} />
        </span>
        <span className={styles.userText}>
          <bdi>{userName ?? email ?? socialNames[provider]}</bdi>
          <span>{t('settings.user', { provider: socialNames[provider] })}</span>
        </span>
      </p>
    )
  if (email === undefined) return null
  return (
    <Row
      picture={<RowIcon name="mail" />}
      name={email}
      hint={t('settings.email-change')}
      onPress={() => push(kit, { view: 'UpdateEmail' })}
    />
  )
}

interface AccountTypesProps {
  readonly wallet: Embedded
  readonly networks: EmbeddedState['smartAccountNetworks']
}

/** Two accounts of one wallet; the one that is chosen signs, and is remembered (S4-08). */
function AccountTypes({ wallet, networks }: AccountTypesProps) {
  const t = useWords(copy)
  const common = useAccountText()
  const group = useId()
  const namespace = useSelect((state) => state.activeNamespace)
  const networkId = useSelect(selectNetworkChoice)?.networkId
  const type = useSelect(selectAccount)?.type
  const [asked, setAsked] = useState<AccountType>()
  const choices = accountTypeChoices(namespace, networkId, networks)
  if (choices.length === 0) return null
  const choose = (next: AccountType) => {
    if (asked || next === type) return
    setAsked(next)
    void wallet.setAccountType(next, namespace).finally(() => setAsked(undefined))
  }
  const words = {
    smartAccount: { name: common('settings.smart'), detail: t('settings.smart-detail') },
    eoa: { name: common('settings.plain'), detail: t('settings.plain-detail') },
    payment: { name: '', detail: '' },
  } as const satisfies Record<AccountType, { name: string; detail: string }>
  return (
    <fieldset className={styles.choices} aria-busy={asked !== undefined || undefined}>
      <legend className={partStyles.hiddenText}>{t('settings.account-type')}</legend>
      {choices.map((choice) => {
        const isChosen = (asked ?? type) === choice
        return (
          <label key={choice} className={styles.choice} data-chosen={isChosen || undefined}>
            <input
              type="radio"
              name={group}
              checked={isChosen}
              onChange={() => choose(choice)}
              aria-describedby={`${group}-${choice}`}
            />
            <span className={styles.choiceName}>{words[choice].name}</span>
            <span className={styles.choiceDetail} id={`${group}-${choice}`}>
              {asked === choice ? t('settings.switching') : words[choice].detail}
            </span>
            <span className={styles.choiceMark} aria-hidden="true">
              {asked === choice ? (
                <span className={partStyles.spinner} />
              ) : (
                isChosen && <Icon name="check" size={18} />
              )}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
