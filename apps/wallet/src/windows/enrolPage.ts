/** The window that gives a wallet its lock before anything is asked for. */
import { copy } from '../words/en/lock.js'
import { speakHere } from '../words/speakHere.js'
import { wordsOf } from '../words/words.js'
import { enrol } from './enrol.js'
import { openWindowSession } from './session.js'
import { closeSoon, openStage } from './stage.js'

const t = wordsOf(copy)

const stage = openStage()

async function start(): Promise<void> {
  const opening = openWindowSession()
  await speakHere()
  stage.wait(t('lock.looking'))
  try {
    const session = await opening
    const { passkeys, hasPin } = await session.api.call('me', {})
    if (passkeys.length === 0 && !hasPin) await enrol(stage, session, t('lock.first'))
    await session.finish({})
    stage.end({
      title: t('lock.done'),
      text: t('lock.done-detail'),
      tone: 'good',
    })
    closeSoon()
  } catch (error) {
    stage.stop(error)
  }
}

void start()
