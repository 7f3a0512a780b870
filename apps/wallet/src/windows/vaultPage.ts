/** Server recovery: the vault, which believes no session, mails a code of its own and keeps a key under the PIN. */
import { h } from '../look/draw.js'
import { busy, button, field, head } from './parts.js'
import type { WindowSession } from './session.js'
import { type Stage, textOf } from './stage.js'
import { addRecovery } from './work.js'

export async function setUpVault(
  stage: Stage,
  session: WindowSession,
  { email, pin }: { readonly email: string; readonly pin: string },
): Promise<void> {
  const factorId = crypto.randomUUID()
  stage.wait('The vault sends you a mail…')
  const { codeId } = await session.api.call('vaultCode', { body: { factorId, email } })
  await new Promise<void>((resolve) => {
    const go = () => void send()
    const code = field({
      label: 'Code from the vault’s mail',
      kind: 'digits',
      length: 9,
      autocomplete: 'one-time-code',
      enter: go,
    })
    const next = button('Set up recovery', go, { look: 'accent' })
    async function send(): Promise<void> {
      const otp = code.input.value
      if (!/^\d{6,9}$/.test(otp)) return code.say('Type the code from the mail.')
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
        title: 'One more mail',
        text: h(
          'span',
          {},
          'The vault wrote to ',
          h('strong', {}, email),
          ' by itself. It does not believe anybody else.',
        ),
      }),
      code.root,
      h('div', { class: 'actions' }, next),
    )
    code.input.focus()
  })
}
