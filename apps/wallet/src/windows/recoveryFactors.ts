/** What a person brings to recover a wallet: the secret of a passkey, a code, or the vault's key for a mailbox and a PIN. */
import { type HpkeSealed, walletLimits } from '@latchkey/spec/walletApi'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { WalletApi } from '../api/walletApi.js'
import { isRefusal } from '../api/walletRefusal.js'
import { type Bytes, fromBase64url } from '../keys/bytes.js'
import { h } from '../look/draw.js'
import { copy } from '../words/en/recover.js'
import { wordsOf } from '../words/words.js'
import { cosePoint } from '../worker/cosePoint.js'
import type { PinnedPasskey } from '../worker/passkeyProof.js'
import { choosePin } from './choosePin.js'
import { busy, button, field, head } from './parts.js'
import { PasskeyDeclined, showPasskey } from './passkeys.js'
import type { WindowSession } from './session.js'
import { type Stage, textOf, WindowProblem } from './stage.js'
import { tellWait } from './stepUp.js'
import { prfSalt } from './work.js'

const t = wordsOf(copy)

export interface Opened {
  /** Gives the secret to a worker; the vault's comes sealed to it. */
  readonly secret: (hpkePub: string) => Promise<Bytes | HpkeSealed>
  /** The same question once more, where what was typed was wrong; the vault's code stays good for it. */
  readonly again?: (error: unknown) => Promise<Opened>
  /** A passkey that has just shown itself to be the person's: the new device trusts it from the start. */
  readonly passkey?: PinnedPasskey | undefined
}

export async function askPasskeySecret(
  session: WindowSession,
  passkeyId: string | undefined,
): Promise<Opened> {
  const { api } = session
  const { wallet, passkeys } = await api.call('me', {})
  const known = passkeys.find(({ id }) => id === passkeyId)
  if (!wallet || !known) throw new WindowProblem(t('recover.passkey-removed'))
  const { attemptId, options } = await api.call('stepUpStart', { body: { factor: 'passkey' } })
  if (!options) throw new PasskeyDeclined()
  const only = { ...options, allowCredentials: [{ id: known.id, type: 'public-key' }] }
  const { credential, secret } = await showPasskey(only, await prfSalt(wallet.id))
  if (!secret) throw new WindowProblem(t('recover.passkey-no-secret'))
  await api.call('stepUpVerify', { body: { factor: 'passkey', attemptId, credential } })
  const publicKey = cosePoint(known.publicKey)
  // The server names the key; the signature that the person just made shows whether it is the right one.
  const isOwn = publicKey !== undefined && isSignedBy(publicKey, credential.response)
  return { secret: async () => secret, passkey: isOwn ? { id: known.id, publicKey } : undefined }
}

function isSignedBy(point: string, response: Readonly<Record<string, unknown>>): boolean {
  const part = (name: string) => fromBase64url(String(response[name]))
  const data = part('authenticatorData')
  const client = sha256(part('clientDataJSON'))
  const signed = new Uint8Array(data.length + client.length)
  signed.set(data)
  signed.set(client, data.length)
  return p256.verify(part('signature'), signed, fromBase64url(point), { format: 'der', lowS: false })
}

export function askCode(stage: Stage, read: (text: string) => Bytes | undefined): Promise<Opened> {
  return new Promise((resolve) => {
    const go = () => {
      const secret = read(code.input.value)
      if (!secret) return code.say(t('recover.type-code-wrong'))
      code.input.value = ''
      resolve({ secret: async () => secret })
    }
    const code = field({ label: t('recover.type-code-label'), kind: 'code', length: 64, enter: go })
    stage.show(
      ...head({
        icon: 'code',
        title: t('recover.type-code'),
        text: t('recover.type-code-detail'),
      }),
      code.root,
      h('div', { class: 'actions' }, button(t('recover.go'), go, { look: 'accent' })),
    )
    code.input.focus()
  })
}

export async function askVault(stage: Stage, session: WindowSession, factorId: string): Promise<Opened> {
  stage.wait(t('recover.vault-sending'))
  const { api } = session
  const { codeId } = await api.call('vaultCode', { body: { factorId } })
  return askVaultFor(stage, { api, codeId, fromStart: () => askVault(stage, session, factorId) })
}

interface VaultQuestion {
  readonly api: WalletApi
  readonly codeId: string
  /** With the code of another mail. */
  readonly fromStart: () => Promise<Opened>
}

function askVaultFor(stage: Stage, question: VaultQuestion, wrong?: unknown): Promise<Opened> {
  const { api, codeId, fromStart } = question
  return new Promise((resolve, reject) => {
    const go = () => {
      const [otp, pin] = [code.input.value, digits.input.value]
      if (!/^\d{6,9}$/.test(otp)) return code.say(t('recover.vault-code-missing'))
      if (pin.length !== walletLimits.pinDigits) return digits.say(t('recover.vault-pin-length'))
      digits.input.value = ''
      resolve({
        secret: async (hpkePub) => (await api.call('vaultOpen', { body: { codeId, otp, pin, hpkePub } })).key,
        again: (error) => askVaultFor(stage, question, error),
      })
    }
    const code = field({
      label: t('recover.vault-code'),
      kind: 'digits',
      length: 9,
      autocomplete: 'one-time-code',
    })
    const digits = field({
      label: t('recover.vault-pin'),
      kind: 'digits',
      length: 6,
      isSecret: true,
      autocomplete: 'current-password',
      enter: go,
    })
    const forgot = button(t('recover.vault-forgot'), () => void forget(), { look: 'plain' })
    async function forget(): Promise<void> {
      const otp = code.input.value
      if (!/^\d{6,9}$/.test(otp)) return code.say(t('recover.vault-code-first'))
      try {
        const { resetAt, now } = await busy(forgot, () => api.call('vaultForgot', { body: { codeId, otp } }))
        if (resetAt > now) return void tellWait(stage, resetAt - now)
        // The wait is over, and the code that showed it is still good for the new PIN.
        const pin = await choosePin(stage)
        await api.call('vaultReset', { body: { codeId, otp, pin } })
        stage.show(
          ...head({
            icon: 'check',
            tone: 'good',
            title: t('recover.vault-new-pin'),
            text: t('recover.vault-new-pin-detail'),
          }),
          h(
            'div',
            { class: 'actions' },
            button(t('recover.vault-send'), () => void fromStart().then(resolve, reject), { look: 'accent' }),
          ),
        )
      } catch (error) {
        if (code.root.isConnected) code.say(textOf(error))
        else reject(error)
      }
    }
    stage.show(
      ...head({
        icon: 'mail',
        title: t('recover.vault-ask'),
        text: t('recover.vault-ask-detail'),
      }),
      code.root,
      digits.root,
      h('div', { class: 'actions' }, button(t('recover.go'), go, { look: 'accent' }), forgot),
    )
    code.input.focus()
    if (isRefusal(wrong, 'PIN_INVALID')) digits.say(textOf(wrong))
    else if (wrong !== undefined) code.say(textOf(wrong))
  })
}
