/** The address of an account: saying yes to the one that an app asks for, proving who one is, and taking a change back by the link in the mail. */
import { isRefusal } from '../api/walletRefusal.js'
import { h } from '../look/draw.js'
import { drawRows } from '../look/drawRequest.js'
import { copy } from '../words/en/address.js'
import { speakHere } from '../words/speakHere.js'
import { wordsOf } from '../words/words.js'
import { busy, button, head } from './parts.js'
import { reachLevel } from './reachLevel.js'
import { openApi, openWindowSession } from './session.js'
import { closeSoon, openStage, sentenceOf, WindowProblem } from './stage.js'

const t = wordsOf(copy)

const stage = openStage()

async function start(): Promise<void> {
  const token = location.hash.slice(1)
  if (/^[A-Za-z0-9_-]{43}$/.test(token)) {
    await speakHere()
    return offerUndo(token)
  }
  const opening = openWindowSession()
  await speakHere()
  stage.wait(t('address.looking'))
  try {
    const session = await opening
    if (session.openedBy === undefined) throw new WindowProblem(t('address.no-opener'))
    const { change } = await session.api.call('emailChangeView', {})
    if (change) await agree(change.email, session.origin)
    const why = change ? t('address.why-change', { email: change.email }) : t('address.why-return')
    await reachLevel(stage, session, 2, why)
    if (change) await session.api.call('emailChangeConfirm', { body: { id: change.id } })
    await session.finish({})
    stage.end({
      title: t('address.done'),
      text: change ? t('address.done-change-detail') : t('address.done-detail'),
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
        title: t('address.refused'),
        text: t('address.refused-detail'),
        tone: 'good',
      })
    stage.show(
      ...head({
        icon: 'mail',
        title: t('address.title'),
        text: t('address.detail'),
      }),
      h('p', { class: 'asks' }, h('span', { class: 'asks-label' }, t('address.new')), h('strong', {}, email)),
      origin !== undefined && drawRows([{ label: t('address.asked-at'), value: origin, look: 'plain' }]),
      h(
        'div',
        { class: 'actions' },
        button(t('address.use'), resolve, { look: 'accent' }),
        button(t('address.refuse'), refuse, { look: 'plain' }),
      ),
    )
  })
}

/** Opening the link does nothing: mail scanners open links, too. */
function offerUndo(token: string): void {
  const undo = button(t('address.undo-go'), () => void take(), { look: 'danger' })
  async function take(): Promise<void> {
    try {
      const api = await openApi()
      const { email } = await busy(undo, () => api.call('emailUndo', { body: { token } }))
      stage.end({
        title: t('address.undone'),
        text: t('address.undone-detail', { email }),
        tone: 'good',
      })
    } catch (error) {
      const isOver = isRefusal(error, 'LINK_USED') || isRefusal(error, 'LINK_EXPIRED')
      if (isOver)
        stage.end({
          title: t('address.undo-over'),
          text: sentenceOf(error),
          tone: 'bad',
        })
      else stage.fail(error, () => offerUndo(token))
    }
  }
  stage.show(
    ...head({
      icon: 'mail',
      title: t('address.undo'),
      text: t('address.undo-detail'),
    }),
    h('div', { class: 'actions' }, undo),
  )
}

void start()
