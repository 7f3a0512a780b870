/** A top-level window of the wallet, opened by a frame; and what a person does in it to be believed. */
import type { SessionAnswer } from '@latchkey/spec/walletApi'
import type { WalletAnswer, WalletBrowser } from './walletBrowser.js'
import { codeOf, nextIn, type WalletPlace } from './walletWorld.js'

export async function openWindow(
  world: WalletPlace,
  frame: WalletBrowser,
  purpose = 'settings',
): Promise<WalletBrowser> {
  const { body } = await frame.ask('windowCreate', { body: { purpose } })
  const secret = /\.([A-Za-z0-9_-]{43})$/.exec(String(body.url))?.[1]
  const window = world.browser()
  const opened = await window.ask('windowOpen', { body: { windowId: body.windowId, secret } })
  // As the contract has it.
  window.session = opened.body.session as SessionAnswer
  return window
}

/** A code from the mailbox, once more. */
export async function proveMailbox(
  world: WalletPlace,
  window: WalletBrowser,
  email: string,
): Promise<WalletAnswer> {
  const before = world.mail.mails[0]?.id ?? 0
  const { body } = await window.ask('stepUpStart', { body: { factor: 'otp' } })
  const otp = await nextIn(world.mail, email, before, codeOf)
  return window.ask('stepUpVerify', { body: { factor: 'otp', attemptId: body.attemptId, otp } })
}

export async function provePin(window: WalletBrowser, pin: string): Promise<WalletAnswer> {
  const { body } = await window.ask('stepUpStart', { body: { factor: 'pin' } })
  return window.ask('stepUpVerify', { body: { factor: 'pin', attemptId: body.attemptId, pin } })
}
