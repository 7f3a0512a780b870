/** The link of a notice that somebody asked for another PIN: one press, and the PIN stays as it is. */
import { h } from '../look/draw.js'
import { busy, button, head } from './parts.js'
import { openApi } from './session.js'
import { isFinal, openStage, textOf } from './stage.js'

const stage = openStage()
const [, kind, token] = /^#(pin|vault)\.([A-Za-z0-9_-]{43})$/.exec(location.hash) ?? []

if (token === undefined)
  stage.end({ title: 'This link is incomplete', text: 'Open the whole link from the mail.', tone: 'bad' })
else offer(token)

function offer(secret: string): void {
  const keep = button('Keep my PIN', () => void send(), { look: 'accent' })
  async function send(): Promise<void> {
    try {
      const api = await openApi()
      const name = kind === 'vault' ? 'vaultKeep' : 'pinKeep'
      await busy(keep, () => api.call(name, { body: { token: secret } }))
      stage.end({
        title: 'Your PIN stays',
        text: 'Whoever asked for another one does not get it.',
        tone: 'good',
      })
    } catch (error) {
      if (isFinal(error, 'LINK_EXPIRED'))
        stage.end({ title: 'Nothing to stop', text: `${textOf(error)}.`, tone: 'bad' })
      else stage.fail(error, () => offer(secret))
    }
  }
  stage.show(
    ...head({
      icon: 'pin',
      title: 'Did you forget your PIN?',
      text: 'Somebody asked to set another PIN for your wallet. If it was not you, stop it here.',
    }),
    h('div', { class: 'actions' }, keep),
  )
}
