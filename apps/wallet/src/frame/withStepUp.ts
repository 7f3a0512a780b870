/** Does what asks for more than being signed in: where the server says so, the person proves it in the window first. */
import { seconds } from '@latchkey/spec/limits'
import { walletLimits } from '@latchkey/spec/walletApi'
import { isRefusal, WalletRefusal } from '../api/walletRefusal.js'
import type { FrameContext } from './context.js'
import { aborted, throughWindow } from './throughWindow.js'

export async function withStepUp<T>(
  context: FrameContext,
  run: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isRefusal(error, 'AAL')) throw error
    await throughWindow(context, 'email', signal)
    return afterCooldown(context, run, signal)
  }
}

/**
 * Whoever has just been through the window is not sent away for the seconds until the next mail may go: those pass here.
 * A wait for the hour or the day, which mails are counted by as well, is told instead.
 */
async function afterCooldown<T>(
  { after }: FrameContext,
  run: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const isTooSoon = error instanceof WalletRefusal && error.code === 'COOLDOWN'
    if (!isTooSoon || error.retryAfter === undefined) throw error
    const wait = seconds(error.retryAfter)
    if (wait > walletLimits.codeCooldown) throw error
    let cancel = () => {}
    const passed = new Promise<void>((resolve) => {
      cancel = after(wait, resolve)
    })
    try {
      await Promise.race([passed, aborted(signal)])
    } finally {
      cancel()
    }
    return run()
  }
}
