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

/** A wallet origin and a mail server, wherever they run. */
export interface WalletPlace {
  readonly mail: MailSink
  readonly origin: string
  browser(headers?: Readonly<Record<string, string>>): WalletBrowser
  /** Signs in by email, all the way. */
  signIn(browser: WalletBrowser, email: string, page?: string): Promise<void>
}

export interface WalletWorld extends WalletPlace {
  readonly gateway: TestGateway
  readonly clock: ShiftedClock
  /** What people do while the test goes on: the world ends after it. */
  readonly underWay: Set<Promise<unknown>>
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
  const underWay = new Set<Promise<unknown>>()

  return {
    ...createWalletPlace({ origin, mail }),
    gateway,
    clock,
    underWay,
    async stop() {
      await Promise.allSettled(underWay)
      await gateway.stop()
      await mail.stop()
    },
  }
}

export function createWalletPlace(input: {
  readonly origin: string
  readonly mail: MailSink
  /** Where the server listens, where a proxy would stand before it. */
  readonly server?: string
}): WalletPlace {
  const { origin, mail, server = origin } = input
  const place: WalletPlace = {
    origin,
    mail,
    browser: (headers) => createWalletBrowser(origin, headers, server),
    async signIn(browser, email, from = page) {
      const before = mail.mails[0]?.id ?? 0
      const { body } = await browser.ask('emailStart', { body: { email, origin: from } })
      const { attemptId, matchNumber, action } = body
      const code =
        action === 'VERIFY_OTP'
          ? await nextIn(mail, email, before, codeOf)
          : await approve(await nextIn(mail, email, before, tokenOf), matchNumber)
      const answer = await browser.ask('otpVerify', { body: { attemptId, otp: code } })
      if (answer.status !== 200) throw new Error(`Signing in did not work: ${JSON.stringify(answer.body)}`)
    },
  }
  return place

  async function approve(token: string, number: unknown): Promise<unknown> {
    const { body } = await place
      .browser()
      .ask('deviceApprove', { body: { decision: 'approve', token, number } })
    return body.code
  }
}

/** What `read` finds in a new mail to somebody. It waits for one that has it: news of the wallet may come in between. */
export async function nextIn(
  mail: MailSink,
  to: string,
  after: number,
  read: (text: string) => string,
): Promise<string> {
  for (let seen = after; ; seen = (await mail.next(to, seen)).id) {
    const isNew = ({ id, to: receivers }: MailSink['mails'][number]) => id > after && receivers.includes(to)
    const found = mail.mails
      .filter(isNew)
      .map(({ text }) => read(text))
      .find(Boolean)
    if (found) return found
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
