/** The person is asked to sign in: who asks, with which account, and what it means to say no (S4-14 to S4-17). */
import { selectAccount, selectConnector } from '@latchkey/core'
import { cancelSignIn, type SignIn, type SignInProgress, signIn } from '@latchkey/core/screen'
import { useKitContext, useSelect } from '../../context.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { useRetell } from '../../copy/wording.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import { shorten } from '../../parts/shorten.js'
import { WalletImage } from '../../parts/WalletImage.js'
import { useFeature, useStore } from '../../useFeature.js'
import { AskingScreen, type AskingTone } from '../AskingScreen.js'
import { copy } from './copy.js'

export function View() {
  const t = useText()
  const { status, handle, retry } = useFeature(signIn)
  if (handle) return <SignMessage feature={handle} />
  if (status === 'loading') return <SkeletonScreen />
  return (
    <Notice icon="alert" title={t('shell.load-failed')} detail={t('shell.load-failed-detail')}>
      <ActionButton onPress={retry}>{t('shell.retry')}</ActionButton>
    </Notice>
  )
}

/** As high as what follows, so that nothing jumps. */
function SkeletonScreen() {
  const t = useWords(copy)
  return (
    <AskingScreen
      tone="waiting"
      picture={null}
      title={t('signin.checking')}
      detail={t('signin.checking-detail')}
    />
  )
}

function SignMessage({ feature }: { readonly feature: SignIn }) {
  const kit = useKitContext()
  const t = useWords(copy)
  const progress = useStore(feature.store, (state) => state)
  const isRequired = useSelect((state) => state.signIn.isRequired)
  const connector = useSelect(selectConnector)
  const words = useProgressWords(progress)
  const { step } = progress
  const canAsk = step === 'idle'
  const sign = () => {
    // The screen shows why it failed.
    feature.signIn().catch((cause: unknown) => kit.log.info('The person is not signed in', cause))
  }
  const cancel = () => {
    cancelSignIn(kit).catch((cause: unknown) => kit.log.error('Sign-in could not be cancelled', cause))
  }
  return (
    <AskingScreen
      tone={toneOf(progress)}
      isRefused={progress.error !== undefined}
      picture={<WalletImage name={connector?.name ?? ''} icon={connector?.icon} size={80} />}
      {...words}
      hint={step === 'signing' ? t('signin.slow', { wallet: connector?.name ?? '' }) : undefined}
      control={
        <>
          <ActionButton look="accent" isBusy={!canAsk} onPress={sign}>
            {progress.error ? t('signin.again') : t('signin.sign')}
          </ActionButton>
          <ActionButton onPress={cancel}>{isRequired ? t('signin.leave') : t('signin.cancel')}</ActionButton>
        </>
      }
    />
  )
}

function toneOf({ step, error }: SignInProgress): AskingTone {
  if (step !== 'idle') return 'waiting'
  return error ? 'bad' : 'idle'
}

function useProgressWords({ step, error }: SignInProgress): { title: string; detail: string } {
  const t = useWords(copy)
  const retell = useRetell()
  const { options } = useKitContext()
  const account = useSelect(selectAccount)
  const wallet = useSelect(selectConnector)?.name ?? ''
  const domain = globalThis.location?.host ?? ''
  switch (step) {
    case 'checking':
      return { title: t('signin.checking'), detail: t('signin.checking-detail') }
    case 'signing':
      return {
        title: t('signin.waiting', { wallet }),
        detail: t('signin.waiting-detail', { domain }),
      }
    case 'verifying':
      return { title: t('signin.verifying'), detail: t('signin.verifying-detail') }
    case 'idle': {
      if (error) return { title: t('signin.failed'), detail: retell(error.message) }
      const app = options.metadata?.name || domain
      // Joined, so that a line never ends inside it.
      const address = account ? shorten(account.address).replace('…', '\u2060…\u2060') : ''
      return { title: t('signin.ask', { app }), detail: t('signin.ask-detail', { address }) }
    }
  }
}
