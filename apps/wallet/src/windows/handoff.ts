/** Where a social sign-in ends: tells exactly the page that began it, or says what went wrong. Holds no session. */
import { type WalletErrorCode, walletErrors } from '@latchkey/spec/walletApi'
import { closeSoon, openStage } from './stage.js'

const stage = openStage()
const given = new URLSearchParams(location.hash.slice(1))
const code = given.get('code')
const origin = given.get('origin')
const problem = given.get('error')

if (code !== null && /^[A-Za-z0-9_-]{43}$/.test(code) && origin !== null && isOrigin(origin)) {
  const uri = location.href
  history.replaceState(null, '', location.pathname)
  // The code is worth something to the key that began only; and it goes to its page only.
  const opener = window.opener as Window | null
  opener?.postMessage({ type: 'latchkey:handoff', uri }, origin)
  stage.end({
    title: 'You are signed in',
    text: `Go on at ${new URL(origin).host}. This window closes by itself.`,
    tone: 'good',
  })
  closeSoon()
} else if (problem === null) {
  stage.end({
    title: 'Nothing to do here',
    text: 'Sign-ins with other services end on this page. Begin one in an app.',
    tone: 'bad',
  })
} else {
  stage.end({
    title: 'You were not signed in',
    text: `${isKnown(problem) ? walletErrors[problem].text : walletErrors.INTERNAL.text} Close this window and try again in the app.`,
    tone: 'bad',
  })
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text)
}

function isKnown(text: string): text is WalletErrorCode {
  return Object.hasOwn(walletErrors, text)
}
