/** One-time codes, alone and under every order of tries. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page, startWalletWorld, tokenOf, type WalletWorld } from '../../testing/walletWorld.js'
import { createCodes } from './codes.js'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.stop())

let networks = 0
const elsewhere = () => ({ 'x-forwarded-for': `203.0.${++networks}.9` })

/** An attempt whose code is known, as the person at the mailbox knows it. */
async function approvedAttempt() {
  const browser = world.browser(elsewhere())
  const email = `tries${networks}@example.com`
  const before = world.mail.mails[0]?.id ?? 0
  const { body } = await browser.ask('emailStart', { body: { email, origin: page } })
  const letter = await world.mail.next(email, before)
  const approval = { decision: 'approve', token: tokenOf(letter.text), number: body.matchNumber }
  const yes = await world.browser().ask('deviceApprove', { body: approval })
  return { browser, attemptId: body.attemptId, code: String(yes.body.code) }
}

test('[I-7] under any order of tries, one after the other or at once, a code succeeds once at most and three tries count', async () => {
  const tries = fc.array(fc.record({ isRight: fc.boolean(), isAtOnce: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(tries, async (planned) => {
      const { browser, attemptId, code } = await approvedAttempt()
      const wrong = code === '000000' ? '000001' : '000000'
      const answers: { status: number; code: string | undefined }[] = []
      let open: Promise<void>[] = []
      for (const { isRight, isAtOnce } of planned) {
        const asked = browser
          .ask('otpVerify', { body: { attemptId, otp: isRight ? code : wrong } })
          .then(({ status, body }) => void answers.push({ status, code: body.error?.code }))
        if (isAtOnce) open.push(asked)
        else {
          await asked
          await Promise.all(open)
          open = []
        }
      }
      await Promise.all(open)
      const succeeded = answers.filter(({ status }) => status === 200).length
      const counted = answers.filter((answer) => answer.code === 'OTP_INVALID').length
      expect(succeeded).toBeLessThanOrEqual(1)
      expect(counted).toBeLessThanOrEqual(3)
      // After three wrong ones also the right one is too late; before, the first right one gets in.
      if (!planned.some(({ isRight }) => isRight)) expect(succeeded).toBe(0)
      if (planned[0]?.isRight && !planned[0].isAtOnce) expect(succeeded).toBe(1)
      expect(answers.every((answer) => answer.status < 500)).toBe(true)
    }),
    { numRuns: 12 },
  )
})

test('[I-8] what a start answers depends on the browser, not on whether the mailbox is known', async () => {
  const known = 'known.to.us@example.com'
  await world.signIn(world.browser(elsewhere()), known)
  const shapes = await Promise.all(
    [known, ...Array.from({ length: 5 }, (_, index) => `never.seen.${index}@example.com`)].map(
      async (email) => {
        const { status, body } = await world
          .browser(elsewhere())
          .ask('emailStart', { body: { email, origin: page } })
        // Ids, numbers and moments are drawn anew for everybody; what is left, and their kind, must be the same.
        const kinds = Object.entries(body).map(([name, value]) => [name, typeof value, String(value).length])
        return JSON.stringify({ status, action: body.action, kinds })
      },
    ),
  )
  expect(new Set(shapes).size).toBe(1)
})

test('[A-29] a guess is compared as a keyed digest, in which a code that is nearly right is as far off as any other', () => {
  const key = Buffer.alloc(32, 7)
  const mac = (purpose: string, ...parts: readonly (string | number)[]) =>
    createHmac('sha256', key)
      .update([purpose, ...parts].join('\n'))
      .digest()
  const codes = createCodes({ secrets: { fields: key, tokens: key, mac }, digits: 6 })
  const right = '123456'
  const kept = Buffer.from(codes.macOf('attempt', right), 'base64url')
  const bitsOff = (guess: string) => {
    const given = Buffer.from(codes.macOf('attempt', guess), 'base64url')
    return [...given].reduce((sum, byte, at) => sum + ones(byte ^ (kept[at] ?? 0)), 0)
  }
  for (let known = 0; known < right.length; known++) {
    const guess = `${right.slice(0, known)}${(Number(right[known]) + 1) % 10}${right.slice(known + 1)}`
    expect(codes.isRight('attempt', guess, kept.toString('base64url'))).toBe(false)
    expect(bitsOff(guess)).toBeGreaterThan(88)
    expect(bitsOff(guess)).toBeLessThan(168)
  }
  expect(codes.isRight('attempt', right, kept.toString('base64url'))).toBe(true)
  expect(codes.isRight('another', right, kept.toString('base64url'))).toBe(false)
  expect(codes.isRight('attempt', right, null)).toBe(false)
})

const ones = (byte: number): number => byte.toString(2).replaceAll('0', '').length
