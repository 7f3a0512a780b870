/** The gateway is killed under a page that is in use, and a tab is: both go on by themselves. */
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { expectFact, signed, startSigning } from '../harness/app.js'
import { processesUsing } from '../harness/processes.js'
import { connectPhone, expect, test } from '../harness/remoteApp.js'
import { until } from '../harness/until.js'

const { gateway } = inject('origins')

/** As a machine that runs out of memory does; the supervisor of the local world starts it again. */
async function killGateway(): Promise<void> {
  const isGateway = ({ command }: { command: string }) => command.includes('apps/gateway/dist/main.js')
  const running = processesUsing(inject('dataFolder')).filter(isGateway)
  expect(running).toHaveLength(1)
  for (const { pid } of running) process.kill(pid, 'SIGKILL')
  const isAnother = async () => {
    const now = processesUsing(inject('dataFolder')).filter(isGateway)
    return now.some(({ pid }) => running.every((before) => before.pid !== pid))
  }
  await until(isAnother, { what: 'the gateway is started again', within: 30_000 })
  await until(async () => (await fetch(`${gateway}/readyz`)).ok, { what: 'it is ready', within: 60_000 })
}

/** What a browser says about a server that is gone for a moment. */
const absence = /net::ERR_|WebSocket connection to|status of 50[023]/

test('[D-10] [D-40] a gateway is killed while a page waits for a signature: the page goes on without a reload, and so does the phone', {
  timeout: 120_000,
}, async ({ open, phone }) => {
  const { page, problems } = await open()
  for (const each of [problems, phone.problems]) each.expect(absence)
  await connectPhone(page, phone)
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
  const message = randomUUID()
  await startSigning(page, 'Sign message', message)
  await phone.question('Sign this message?')
  await killGateway()
  await phone.approve('Sign this message?')
  expect(await signed(page, message)).toMatch(/^0x[\da-f]{130}$/)

  // And what is asked afterwards.
  await expectFact(page, 'status', 'connected')
  const next = randomUUID()
  await startSigning(page, 'Sign message', next)
  await phone.approve('Sign this message?')
  expect(await signed(page, next)).toMatch(/^0x[\da-f]{130}$/)
  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
})

test('[S4-02] [D-10] a tab that crashes while a phone is connected comes back connected, and signs', async ({
  open,
  phone,
}) => {
  const { page } = await open()
  await connectPhone(page, phone)
  const address = page.url()
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // It never answers: the process that would is gone.
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  const again = await page.context().newPage()
  await again.goto(address)
  await expectFact(again, 'status', 'connected')
  const message = randomUUID()
  await startSigning(again, 'Sign message', message)
  await phone.approve('Sign this message?')
  expect(await signed(again, message)).toMatch(/^0x[\da-f]{130}$/)
})
