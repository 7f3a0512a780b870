/** Where a social sign-in ends: tells exactly the page that began it, or says what went wrong. Holds no session. */
import { type WalletErrorCode, walletErrors } from '@latchkey/spec/walletApi'
import { copy } from '../words/en/handoff.js'
import { refusalText } from '../words/refusalText.js'
import { speakHere } from '../words/speakHere.js'
import { wordsOf } from '../words/words.js'
import { closeSoon, openStage, sentence } from './stage.js'

const t = wordsOf(copy)
const stage = openStage()
const given = new URLSearchParams(location.hash.slice(1))
const code = given.get('code')
const origin = given.get('origin')
const problem = given.get('error')

async function start(): Promise<void> {
  // Asked before the address is emptied, and not waited for yet: the page that began is told at once.
  const speaking = speakHere()
  if (code !== null && /^[A-Za-z0-9_-]{43}$/.test(code) && origin !== null && isOrigin(origin)) {
    const uri = location.href
    history.replaceState(null, '', location.pathname)
    // The code is worth something to the key that began only; and it goes to its page only.
    const opener = window.opener as Window | null
    opener?.postMessage({ type: 'latchkey:handoff', uri }, origin)
    await speaking
    const { host } = new URL(origin)
    stage.end({ title: t('handoff.done'), text: t('handoff.done-detail', { host }), tone: 'good' })
    closeSoon()
    return
  }
  await speaking
  if (problem === null) {
    stage.end({ title: t('handoff.nothing'), text: t('handoff.nothing-detail'), tone: 'bad' })
    return
  }
  const why = sentence(refusalText({ code: isKnown(problem) ? problem : 'INTERNAL' }))
  stage.end({ title: t('handoff.failed'), text: t('handoff.failed-detail', { problem: why }), tone: 'bad' })
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text)
}

function isKnown(text: string): text is WalletErrorCode {
  return Object.hasOwn(walletErrors, text)
}

void start()
