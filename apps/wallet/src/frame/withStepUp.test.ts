/** Proving oneself in a window before something is done, and what that costs where it comes too soon. */
import { expect, test, vi } from 'vitest'
import { WalletRefusal } from '../api/walletRefusal.js'
import { openTestFrame } from './testFrame.js'
import { withStepUp } from './withStepUp.js'

const refusal = (code: 'AAL' | 'COOLDOWN', retryAfter?: number) =>
  new WalletRefusal({ code, message: code, ...(retryAfter === undefined ? {} : { retryAfter }) })

/** A person who presses the button at once, and a window that is done at once. */
function open() {
  const timers: { ms: number; run: () => void }[] = []
  const { context } = openTestFrame(
    {
      windowCreate: () => ({
        windowId: '00000000-0000-4000-8000-000000000001',
        url: 'https://wallet.example/email#1',
        expiresAt: 1,
        now: 0,
      }),
      windowWait: () => ({ state: 'done', now: 0 }),
    },
    {
      after(ms, run) {
        const timer = { ms, run }
        timers.push(timer)
        return () => void timers.splice(timers.indexOf(timer), 1)
      },
      openWindow: () => {},
      panel: {
        show(screen) {
          if (screen.kind === 'window') screen.open()
          return { replace: () => {}, close: () => {} }
        },
      },
    },
  )
  // Nobody here has a wallet yet.
  context.account.share = async () => undefined
  return { context, timers }
}

test('[S5-02] whoever comes from the window before the next mail may go waits for it in place', async () => {
  const { context, timers } = open()
  const answers = [refusal('AAL'), refusal('COOLDOWN', 12), 'sent']
  const run = vi.fn(async () => {
    const next = answers.shift()
    if (next instanceof Error) throw next
    return next
  })
  const done = withStepUp(context, run, new AbortController().signal)
  await vi.waitFor(() => expect(timers.map(({ ms }) => ms)).toContain(12_000))
  expect(run).toHaveBeenCalledTimes(2)
  timers.find(({ ms }) => ms === 12_000)?.run()
  expect(await done).toBe('sent')
})

test('a wait that the page gives up ends, and one without the window is told at once', async () => {
  const { context, timers } = open()
  const leaving = new AbortController()
  const answers = [refusal('AAL'), refusal('COOLDOWN', 12)]
  const done = withStepUp(
    context,
    () => Promise.reject(answers.shift() ?? new Error('asked too often')),
    leaving.signal,
  )
  await vi.waitFor(() => expect(timers.map(({ ms }) => ms)).toContain(12_000))
  leaving.abort()
  await expect(done).rejects.toMatchObject({ code: 4001 })
  expect(timers.map(({ ms }) => ms)).not.toContain(12_000)

  const tooSoon = withStepUp(context, () => Promise.reject(refusal('COOLDOWN', 12)), leaving.signal)
  await expect(tooSoon).rejects.toMatchObject({ code: 'COOLDOWN' })
})

test('[S5-02] a wait for the next hour is told after the window, not sat out in silence', async () => {
  const { context, timers } = open()
  const answers = [refusal('AAL'), refusal('COOLDOWN', 3600)]
  const done = withStepUp(
    context,
    () => Promise.reject(answers.shift() ?? new Error('asked too often')),
    new AbortController().signal,
  )
  await expect(done).rejects.toMatchObject({ code: 'COOLDOWN', retryAfter: 3600 })
  expect(timers.map(({ ms }) => ms)).not.toContain(3_600_000)
})
