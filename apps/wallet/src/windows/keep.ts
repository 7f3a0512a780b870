/** The link of a notice that somebody asked for another PIN: one press, and the PIN stays as it is. */
import { h } from '../look/draw.js'
import { copy } from '../words/en/keep.js'
import { speakHere } from '../words/speakHere.js'
import { wordsOf } from '../words/words.js'
import { busy, button, head } from './parts.js'
import { openApi } from './session.js'
import { isFinal, openStage } from './stage.js'

const t = wordsOf(copy)
const stage = openStage()
const [, kind, token] = /^#(pin|vault)\.([A-Za-z0-9_-]{43})$/.exec(location.hash) ?? []

async function start(): Promise<void> {
  await speakHere()
  if (token === undefined)
    stage.end({ title: t('keep.incomplete'), text: t('keep.incomplete-detail'), tone: 'bad' })
  else offer(token)
}

function offer(secret: string): void {
  const keep = button(t('keep.keep'), () => void send(), { look: 'accent' })
  async function send(): Promise<void> {
    try {
      const api = await openApi()
      const name = kind === 'vault' ? 'vaultKeep' : 'pinKeep'
      await busy(keep, () => api.call(name, { body: { token: secret } }))
      stage.end({ title: t('keep.kept'), text: t('keep.kept-detail'), tone: 'good' })
    } catch (error) {
      if (isFinal(error, 'LINK_EXPIRED'))
        stage.end({ title: t('keep.over'), text: t('keep.over-detail'), tone: 'bad' })
      else stage.fail(error, () => offer(secret))
    }
  }
  stage.show(
    ...head({
      icon: 'pin',
      title: t('keep.title'),
      text: t('keep.detail'),
    }),
    h('div', { class: 'actions' }, keep),
  )
}

void start()
