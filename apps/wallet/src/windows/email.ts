/** The address of an account: saying yes to the one that an app asks for, proving who one is, and taking a change back by the link in the mail. */
import { isRefusal } from '../api/walletRefusal.js'
import { h } from '../look/draw.js'
import { drawRows } from '../look/drawRequest.js'
import { busy, button, head } from './parts.js'
import { reachLevel } from './reachLevel.js'
import { openApi, openWindowSession } from './session.js'
import { closeSoon, openStage, textOf, WindowProblem } from './stage.js'

const stage = openStage()

async function start(): Promise<void> {
  const token = location.hash.slice(1)
  if (/^[A-Za-z0-9_-]{43}$/.test(token)) return offerUndo(token)
  stage.wait('One moment…')
  try {
    const session = await openWindowSession()
    if (session.openedBy === undefined)
      throw new WindowProblem('Open this window from the app that needs it.')
    const { change } = await session.api.call('emailChangeView', {})
    if (change) await agree(change.email, session.origin)
    const why = change
      ? `The address of your wallet becomes ${change.email}.`
      : 'Your wallet comes back to the app when it is you who asks.'
    await reachLevel(stage, session, 2, why)
    if (change) await session.api.call('emailChangeConfirm', { body: { id: change.id } })
    await session.finish({})
    stage.end({
      title: 'Go on in the app',
      text: change
        ? 'It asks for the codes that we send you by mail. You can close this window.'
        : 'You can close this window.',
      tone: 'good',
    })
    closeSoon()
  } catch (error) {
    stage.stop(error, 'ATTEMPT_EXPIRED')
  }
}

/** The app sends the address here, so this is where a person sees which one it sent. */
function agree(email: string, origin: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    const refuse = () =>
      stage.end({
        title: 'Nothing was changed',
        text: 'Your wallet stays as it is. You can close this window.',
        tone: 'good',
      })
    stage.show(
      ...head({
        icon: 'mail',
        title: 'Is this your address?',
        text: 'Whoever reads its mail can sign in to your wallet, and gets its warnings.',
      }),
      h(
        'p',
        { class: 'asks' },
        h('span', { class: 'asks-label' }, 'New address of your wallet'),
        h('strong', {}, email),
      ),
      origin !== undefined && drawRows([{ label: 'Asked at', value: origin, look: 'plain' }]),
      h(
        'div',
        { class: 'actions' },
        button('Use this address', resolve, { look: 'accent' }),
        button('Not this one', refuse, { look: 'plain' }),
      ),
    )
  })
}

/** Opening the link does nothing: mail scanners open links, too. */
function offerUndo(token: string): void {
  const undo = button('Take the change back', () => void take(), { look: 'danger' })
  async function take(): Promise<void> {
    try {
      const api = await openApi()
      const { email } = await busy(undo, () => api.call('emailUndo', { body: { token } }))
      stage.end({
        title: 'Your wallet has its old address again',
        text: `It is ${email}. Everybody is signed out; sign in again in your apps.`,
        tone: 'good',
      })
    } catch (error) {
      const isOver = isRefusal(error, 'LINK_USED') || isRefusal(error, 'LINK_EXPIRED')
      if (isOver) stage.end({ title: 'Nothing to take back', text: `${textOf(error)}.`, tone: 'bad' })
      else stage.fail(error, () => offerUndo(token))
    }
  }
  stage.show(
    ...head({
      icon: 'mail',
      title: 'Was it not you?',
      text: 'The address of your wallet was changed. You can take that back; it also signs out everywhere.',
    }),
    h('div', { class: 'actions' }, undo),
  )
}

void start()
