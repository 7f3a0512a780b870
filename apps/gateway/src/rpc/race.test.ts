/** Who has left is asked for no further. */
import { expect, test } from 'vitest'
import { systemClock } from '../ports/clock.js'
import { type OutboundAnswer, OutboundError } from '../ports/outbound.js'
import { race } from './race.js'
import type { Reading } from './readAnswer.js'
import { createWire } from './wire.js'

test('when the caller has left, no further upstream is asked', async () => {
  const leaving = new AbortController()
  const asked: string[] = []
  const ask = async (runner: string): Promise<Reading> => {
    asked.push(runner)
    leaving.abort()
    return { is: 'retry', why: 'aborted' }
  }
  const { answer, failed } = await race({
    runners: ['one', 'two'],
    ask,
    hedgeAfter: undefined,
    clock: systemClock,
    signal: leaving.signal,
  })
  expect(answer).toBeUndefined()
  expect(failed.map(({ runner }) => runner)).toEqual(['one'])
  expect(asked).toEqual(['one'])
})

test('a call of somebody who has left is refused at once, and nothing is sent', async () => {
  const sent: string[] = []
  const send = async ({ url }: { url: string }): Promise<OutboundAnswer> => {
    sent.push(url)
    return { status: 200, text: '{"jsonrpc":"2.0","id":1,"result":"0x1"}', retryAfter: undefined }
  }
  const wire = createWire({ url: 'http://node.example', outbound: { send }, clock: systemClock })
  const call = { method: 'eth_chainId', params: '[]', id: undefined }
  const ask = (isAlone: boolean) =>
    wire.ask(call, { signal: AbortSignal.abort(), room: Number.MAX_SAFE_INTEGER, isAlone })
  await expect(ask(false)).rejects.toThrow(OutboundError)
  await expect(ask(true)).rejects.toThrow(OutboundError)
  expect(sent).toEqual([])
})
