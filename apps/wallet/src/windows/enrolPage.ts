/** The window that gives a wallet its lock before anything is asked for. */
import { enrol } from './enrol.js'
import { openWindowSession } from './session.js'
import { closeSoon, openStage } from './stage.js'

const stage = openStage()

async function start(): Promise<void> {
  stage.wait('One moment…')
  try {
    const session = await openWindowSession()
    const { passkeys, hasPin } = await session.api.call('me', {})
    if (passkeys.length === 0 && !hasPin)
      await enrol(stage, session, 'With a lock, nobody moves anything without you, whatever page asks.')
    await session.finish({})
    stage.end({
      title: 'Your wallet is locked',
      text: 'From now on only you can open it. You can close this window.',
      tone: 'good',
    })
    closeSoon()
  } catch (error) {
    stage.stop(error)
  }
}

void start()
