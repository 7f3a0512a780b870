import { seconds } from '@latchkey/spec/limits'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createFakeClock } from '../testing/fakeClock.js'
import { startTestGateway } from '../testing/startTestGateway.js'
import { createTally, showTally } from './tally.js'
import { connectClient, randomTopic } from './testing/relayClient.js'

test('the measures say what was published, acknowledged, refused, closed and kept', async () => {
  const clock = createFakeClock(Date.now())
  const gateway = await startTestGateway({}, { clock })
  const measure = async (series: string) => {
    const lines = (await (await gateway.ask('/metrics')).text()).split('\n')
    return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1))
  }
  const [dapp, wallet] = await Promise.all([
    connectClient({ port: gateway.apiPort, now: clock.now() }),
    connectClient({ port: gateway.apiPort, now: clock.now() }),
  ])
  const topic = randomTopic()
  await wallet.ask('irn_subscribe', { topic })
  for (const message of ['once', 'once', 'twice']) await dapp.publish(topic, message)
  await wallet.heard(2)
  expect((await dapp.ask('irn_sing', {})).error).toBeDefined()
  expect((await dapp.publish(topic, 'brief', { ttl: 0 })).error).toBeDefined()
  await expect.poll(() => measure('relay_receipts_total')).toBe(2)
  dapp.socket.close(1000)
  // Without a code.
  await wallet.leave()
  await expect.poll(() => measure('relay_sockets')).toBe(0)
  // The mailbox is weighed when it is swept.
  await expect
    .poll(async () => {
      await clock.advance(seconds(60))
      return measure('relay_mailbox_messages')
    })
    .toBe(2)
  expect(await measure('relay_mailbox_bytes')).toBe('oncetwice'.length)
  expect(await measure('relay_publications_total{outcome="stored"}')).toBe(2)
  expect(await measure('relay_publications_total{outcome="known"}')).toBe(1)
  expect(await measure('relay_errors_total{tag="InvalidMethod"}')).toBe(1)
  expect(await measure('relay_errors_total{tag="TtlTooShort"}')).toBe(1)
  expect(await measure('relay_closes_total{code="1000"}')).toBe(1)
  expect(await measure('relay_closes_total{code="other"}')).toBe(1)
  await gateway.stop()
})

test('a mailbox that cannot say how many messages it keeps has no number of them', async () => {
  const [registry, tally] = [new Registry(), createTally()]
  showTally(tally, registry)
  const series = /^relay_mailbox_messages .*$/m
  tally.mailbox = { bytes: 1_024 }
  expect(await registry.metrics()).toContain('relay_mailbox_bytes 1024')
  expect(await registry.metrics()).not.toMatch(series)
  tally.mailbox = { messages: 0, bytes: 0 }
  expect(series.exec(await registry.metrics())?.[0]).toBe('relay_mailbox_messages 0')
  tally.mailbox = { bytes: 1_024 }
  expect(await registry.metrics()).not.toMatch(series)
})
