/** Server recovery: the vault, which believes no session, mails a code of its own and keeps a key under the PIN. */
import { h } from '../look/draw.js'
import { around } from '../words/around.js'
import { copy } from '../words/en/backup.js'
import { wordsOf } from '../words/words.js'
import { busy, button, field, head } from './parts.js'
import type { WindowSession } from './session.js'
import { type Stage, textOf } from './stage.js'
import { addRecovery } from './work.js'

const t = wordsOf(copy)

export async function setUpVault(
  stage: Stage,
  session: WindowSession,
  { email, pin }: { readonly email: string; readonly pin: string },
): Promise<void> {
  const factorId = crypto.randomUUID()
  stage.wait(t('backup.vault-sending'))
  const { codeId } = await session.api.call('vaultCode', { body: { factorId, email } })
  await new Promise<void>((resolve) => {
    const go = () => void send()
    const code = field({
      label: t('backup.vault-code'),
      kind: 'digits',
      length: 9,
      autocomplete: 'one-time-code',
      enter: go,
    })
    const next = button(t('backup.vault-set-up'), go, { look: 'accent' })
    async function send(): Promise<void> {
      const otp = code.input.value
      if (!/^\d{6,9}$/.test(otp)) return code.say(t('backup.vault-code-missing'))
      try {
        const open = async (hpkePub: string) =>
          (await session.api.call('vaultEnrol', { body: { codeId, otp, pin, hpkePub } })).key
        await busy(next, () => addRecovery(session, { kind: 'vault', factorId, open }))
        resolve()
      } catch (error) {
        code.say(textOf(error))
      }
    }
    stage.show(
      ...head({
        icon: 'mail',
        title: t('backup.vault'),
        text: h(
          'span',
          {},
          ...around(t('backup.vault-detail', { email: '{email}' }), { email: h('strong', {}, email) }),
        ),
      }),
      code.root,
      h('div', { class: 'actions' }, next),
    )
    code.input.focus()
  })
}
