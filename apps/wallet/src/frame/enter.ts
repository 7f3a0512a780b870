/** Takes over a session from any way to sign in, and makes sure that it has a wallet. */
import type { SessionAnswer } from '@latchkey/spec/walletApi'
import type { FrameContext } from './context.js'

export async function enter(context: FrameContext, answer: SessionAnswer): Promise<void> {
  context.login.end()
  context.account.forget()
  await context.session.adopt(answer)
  await context.account.wallet()
}
