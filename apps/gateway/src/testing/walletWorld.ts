/** A gateway with a wallet origin and a mail server, and browsers that sign in to it. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MailSink, startMail } from '@latchkey/local'
import type { SettingName } from '../config/settings.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Outbound } from '../ports/outbound.js'
import { startTestGateway, type TestGateway } from './startTestGateway.js'
import { createWalletBrowser, type WalletBrowser } from './walletBrowser.js'

export interface WalletWorld {
  readonly gateway: TestGateway
  readonly mail: MailSink
  readonly origin: string
  readonly clock: ShiftedClock
  browser(headers?: Readonly<Record<string, string>>): WalletBrowser
  /** Signs in by email, all the way. */
  signIn(browser: WalletBrowser, email: string, page?: string): Promise<void>
  stop(): Promise<void>
}

/** Runs like the real one, and can be moved on. */
export interface ShiftedClock extends Clock {
  shift(ms: number): void
}

function createShiftedClock(): ShiftedClock {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    shift: (ms) => {
      offset += ms
    },
  }
}

export const page = 'https://shop.example'

export async function startWalletWorld(
  environment: Partial<Record<SettingName, string>> = {},
  ports: { log?: Log; outbound?: Outbound } = {},
): Promise<WalletWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-wallet-'))
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/index.html'), '<h1>wallet</h1>')
  const mail = await startMail()
  const clock = createShiftedClock()
  const gateway = await startTestGateway(
    {
      LATCHKEY_WALLET_DIR: join(folder, 'dist'),
      LATCHKEY_SMTP: `smtp://127.0.0.1:${mail.port}`,
      LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
      ...environment,
    },
    { clock, ...ports },
  )
  const origin = `http://localhost:${gateway.walletPort}`

  const world: WalletWorld = {
    gateway,
    mail,
    origin,
    clock,
    browser: (headers) => createWalletBrowser(origin, headers),
    async signIn(browser, email, from = page) {
      const before = mail.mails[0]?.id ?? 0
      const { body } = await browser.ask('emailStart', { body: { email, origin: from } })
      const { attemptId, matchNumber, action } = body
      const letter = await mail.next(email, before)
      const code = action === 'VERIFY_OTP' ? codeOf(letter.text) : await approve(letter.text, matchNumber)
      const answer = await browser.ask('otpVerify', { body: { attemptId, otp: code } })
      if (answer.status !== 200) throw new Error(`Signing in did not work: ${JSON.stringify(answer.body)}`)
    },
    async stop() {
      await gateway.stop()
      await mail.stop()
    },
  }
  return world

  async function approve(text: string, number: unknown): Promise<unknown> {
    const { body } = await world
      .browser()
      .ask('deviceApprove', { body: { decision: 'approve', token: tokenOf(text), number } })
    return body.code
  }
}

/** The secret in the link of a mail. */
export function tokenOf(text: string): string {
  return /#([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? ''
}

/** The code in a mail. */
export function codeOf(text: string): string {
  return /^(\d{6,9})$/m.exec(text)?.[1] ?? ''
}
