/** Sessions of the embedded wallet: they go on through refreshes, also when an answer was lost. */
import { walletLimits } from '@latchkey/spec/walletApi'
import type { WalletBrowser } from '../../../apps/gateway/src/testing/walletBrowser.js'
import type { WalletPlace } from '../../../apps/gateway/src/testing/walletWorld.js'
import { insist } from '../insist.js'
import type { Writer } from '../writer.js'
import { isWalletAnswer } from './people.js'

const browsers = 3

export async function createSessionWriter(place: WalletPlace): Promise<Writer> {
  const faults: string[] = []
  let people = 0
  let count = 0
  let turn = 0

  async function signIn(): Promise<WalletBrowser> {
    const whole = async () => {
      people += 1
      const browser = place.browser({
        'x-forwarded-for': `198.18.${people % 250}.${Math.floor(people / 250)}`,
      })
      await place.signIn(browser, `session${people}@example.com`)
      return browser
    }
    return (await insist('sign in', whole, () => true)).answer
  }
  const all: WalletBrowser[] = []
  for (let index = 0; index < browsers; index += 1) all.push(await signIn())

  return {
    what: 'wallet sessions',
    async step() {
      const place = turn++ % browsers
      const browser = all[place]
      if (!browser) return
      const refresh = () => browser.ask('sessionRefresh', { body: {} })
      const { answer, lost, took } = await insist('refresh', refresh, isWalletAnswer)
      if (answer.status === 200) return void count++
      // Whoever repeats a refresh later than this might be a thief, and is asked to sign in again (D-30).
      const isLate = lost > 0 && took > walletLimits.refreshGrace && answer.body.error?.code === 'REUSED'
      if (!isLate) faults.push(`a session ended at its refresh: ${JSON.stringify(answer.body)}, ${lost} lost`)
      all[place] = await signIn()
    },
    acknowledged: () => count,
    async findFaults() {
      for (const browser of all) {
        const { answer } = await insist('who am I', () => browser.ask('me'), isWalletAnswer)
        if (answer.status !== 200) faults.push(`a session is not open: ${JSON.stringify(answer.body)}`)
      }
      return faults.splice(0)
    },
  }
}
