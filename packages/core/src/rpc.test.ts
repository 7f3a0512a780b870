/** JSON-RPC: one batch a moment, the right answer to the right caller, and the next provider when one fails. */
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits, seconds } from '@latchkey/spec/limits'
import { describe, expect, test } from 'vitest'
import { createRpc, type RpcCall, RpcError, type RpcTransport } from './rpc.js'
import { createFallback, rank } from './rpcFallback.js'
import { createFakeClock, createFakeFetch, type FakeCall, settle } from './testing/index.js'

interface Sent {
  readonly id: number
  readonly method: string
}
const result = ({ id, method }: Sent) => ({ jsonrpc: '2.0', id, result: `${method} done` })
/** Answers single requests and batches, a batch in reverse order. */
const echo = ({ body }: FakeCall) =>
  Array.isArray(body) ? { json: (body as Sent[]).map(result).reverse() } : { json: result(body as Sent) }

function create(batch = true) {
  const fake = createFakeFetch()
  const clock = createFakeClock()
  return { fake, clock, rpc: createRpc({ url: 'https://rpc.test', fetch: fake.fetch, clock, batch }) }
}

describe('one URL', () => {
  test('[S7-31] requests of one moment travel as one batch and get their own answers', async () => {
    const { fake, rpc } = create()
    fake.always(echo)
    const answers = await Promise.all(['a', 'b', 'c'].map((method) => rpc.request({ method })))
    expect(answers).toEqual(['a done', 'b done', 'c done'])
    expect(fake.calls).toHaveLength(1)
    await expect(rpc.request({ method: 'd', params: [1] })).resolves.toBe('d done')
    expect(fake.calls[1]?.body).toEqual({ jsonrpc: '2.0', id: 4, method: 'd', params: [1] })
  })

  test('ids are never used twice, and a large moment is cut into batches of 100', async () => {
    const { fake, rpc } = create()
    fake.always(echo)
    await Promise.all(Array.from({ length: 250 }, (_, i) => rpc.request({ method: `m${i}` })))
    const batches = fake.calls.map(({ body }) => body as Sent[])
    expect(batches.map((batch) => batch.length)).toEqual([100, 100, 50])
    expect(new Set(batches.flat().map(({ id }) => id)).size).toBe(250)
  })

  test('nodes that refuse batches get one request at a time', async () => {
    const { fake, rpc } = create(false)
    fake.always(echo)
    await Promise.all([rpc.request({ method: 'a' }), rpc.request({ method: 'b' })])
    expect(fake.calls).toHaveLength(2)
  })

  test('one refused request of a batch does not fail the others', async () => {
    const { fake, rpc } = create()
    fake.always(({ body }) => ({
      json: (body as Sent[]).map((sent) =>
        sent.method === 'bad'
          ? { id: sent.id, error: { code: -32601, message: 'no such method' } }
          : result(sent),
      ),
    }))
    const good = rpc.request({ method: 'good' })
    await expect(rpc.request({ method: 'bad' })).rejects.toMatchObject({
      code: 'rpc.failed',
      context: { method: 'bad', code: -32601 },
      cause: { code: -32601, message: 'no such method' },
    })
    await expect(good).resolves.toBe('good done')
  })

  test('an answer that is missing, or for somebody else, is an error', async () => {
    for (const json of [[], { id: 99, result: 1 }, null, 'x', { id: 1 }]) {
      const { fake, rpc } = create()
      fake.answer({ json })
      await expect(rpc.request({ method: 'a' })).rejects.toMatchObject({ code: 'http.answer-malformed' })
    }
  })

  test('a node that refuses the whole batch refuses every request of it', async () => {
    const { fake, rpc } = create()
    fake.always(() => ({ json: { id: null, error: { code: -32600, message: 'no batches' } } }))
    const both = await Promise.allSettled([rpc.request({ method: 'a' }), rpc.request({ method: 'b' })])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test.each([-32005, -32603])(
    '[S8-33] code %i is tried again up to 3 times, doubling from 150 ms',
    async (code) => {
      const { fake, clock, rpc } = create()
      let left = 3
      fake.always((call) =>
        left-- > 0 ? { json: { id: (call.body as Sent).id, error: { code, message: 'later' } } } : echo(call),
      )
      const answer = rpc.request({ method: 'a' })
      await clock.advanceAsync(150 + 300 + 600 - 1)
      expect(fake.calls).toHaveLength(3)
      await clock.advanceAsync(1)
      await expect(answer).resolves.toBe('a done')
    },
  )

  test('an aborted caller leaves at once; the rest of its batch does not notice', async () => {
    const { fake, rpc } = create()
    const controller = new AbortController()
    let release = () => {}
    fake.answer(async (call) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return echo(call)
    })
    const left = rpc.request({ method: 'a', signal: controller.signal })
    const stayed = rpc.request({ method: 'b' })
    const failed = expect(left).rejects.toThrow('Request was aborted')
    await settle()
    controller.abort()
    await failed
    release()
    await expect(stayed).resolves.toBe('b done')
  })
})

const transport = (answer: (call: RpcCall) => Promise<unknown>): RpcTransport & { calls: number } => {
  const it = {
    calls: 0,
    request: (call: RpcCall) => {
      it.calls += 1
      return answer(call)
    },
  }
  return it
}

describe('[S4-19] several providers', () => {
  test('the next one is asked when one fails', async () => {
    const clock = createFakeClock()
    const bad = transport(() => Promise.reject(new Error('down')))
    const good = transport(() => Promise.resolve('ok'))
    const fallback = createFallback({ transports: [bad, good], clock })
    await expect(fallback.request({ method: 'a' })).resolves.toBe('ok')
    expect([bad.calls, good.calls]).toEqual([1, 1])
  })

  test.each([
    ['a user rejection', new RpcError({ code: 4001, message: 'no' })],
    ['an execution revert', new RpcError({ code: 3, message: 'execution reverted: too little' })],
  ])('%s is final', async (_, cause) => {
    const clock = createFakeClock()
    const first = transport(() => Promise.reject(new Error(cause.message, { cause })))
    const second = transport(() => Promise.resolve('ok'))
    const fallback = createFallback({ transports: [first, second], clock })
    await expect(fallback.request({ method: 'a' })).rejects.toThrow(cause.message)
    expect(second.calls).toBe(0)
    expect(clock.pending).toBe(0)
  })

  test('[S8-33] with all of them down the round is repeated 3 times', async () => {
    const clock = createFakeClock()
    const bad = [1, 2].map(() => transport(() => Promise.reject(new Error('down'))))
    const failed = expect(
      createFallback({ transports: bad, clock }).request({ method: 'a' }),
    ).rejects.toThrow('down')
    await clock.advanceAsync(seconds(5))
    await failed
    expect(bad.map(({ calls }) => calls)).toEqual([4, 4])
  })

  test.each([-32601, -32602])(
    '[S8-33] the code %i is asked of every provider, and of none twice',
    async (code) => {
      const clock = createFakeClock()
      const refusal = new LatchkeyError('rpc.failed', { method: 'a', reason: 'no', code })
      const first = transport(() => Promise.reject(refusal))
      const second = transport(() => Promise.reject(new Error('down')))
      const fallback = createFallback({ transports: [first, second], clock })
      await expect(fallback.request({ method: 'a' })).rejects.toBe(refusal)
      expect([first.calls, second.calls, clock.pending]).toEqual([1, 1, 0])
    },
  )

  test('[S8-16] without any there is no RPC url, and nothing to wait for', async () => {
    const clock = createFakeClock()
    const failed = expect(createFallback({ transports: [], clock }).request({ method: 'a' })).rejects.toThrow(
      'No RPC url provided for chainId',
    )
    await settle()
    expect(clock.pending).toBe(0)
    await failed
  })
})

describe('[S9-09] ranking', () => {
  const sample = (isOk: boolean, latency: number) => ({ isOk, latency })
  const [a, b] = [transport(() => Promise.resolve()), transport(() => Promise.resolve())]

  test('stability weighs 0.7 and latency 0.3', () => {
    // a: 0.7 × 1 + 0.3 × (1 − 100/100) = 0.70; b: 0.7 × 0.5 + 0.3 × (1 − 10/100) = 0.62
    const half = [sample(true, 10), sample(false, 1000)]
    expect(
      rank(
        [b, a],
        new Map([
          [a, [sample(true, 100)]],
          [b, half],
        ]),
      )[0],
    ).toBe(a)
    // With three of four good answers b has 0.7 × 0.75 + 0.27 = 0.795.
    const most = [...half, sample(true, 10), sample(true, 10)]
    expect(
      rank(
        [a, b],
        new Map([
          [a, [sample(true, 100)]],
          [b, most],
        ]),
      )[0],
    ).toBe(b)
  })

  test('equals keep the order they were given in', () => {
    expect(rank([a, b], new Map())).toEqual([a, b])
  })

  test('pings go out every 4 s with a limit of 1 s, and only the last 10 count', async () => {
    const clock = createFakeClock()
    let isUp = false
    const calls: RpcCall[] = []
    const late = transport((call) => {
      calls.push(call)
      return isUp ? Promise.resolve() : Promise.reject(new Error('down'))
    })
    const other = transport(() => new Promise((resolve) => clock.after(100, () => resolve(undefined))))
    const fallback = createFallback({ transports: [late, other], clock, ping: 'net_version' })
    await clock.advanceAsync(100)
    expect(calls[0]).toEqual({ method: 'net_version', timeout: limits.rankTimeout, retries: 0 })
    expect(fallback.order()).toEqual([other, late])
    const rounds = (count: number) => clock.advanceAsync((limits.rankInterval + 100) * count)
    await rounds(limits.rankSamples - 1)
    expect(late.calls).toBe(limits.rankSamples)
    isUp = true
    await rounds(limits.rankSamples)
    expect(late.calls).toBe(2 * limits.rankSamples)
    // Its ten failures are no longer among the last ten; with them it would have 0.65 against 0.7.
    expect(fallback.order()).toEqual([late, other])
    fallback.stop()
    await clock.advanceAsync(seconds(60))
    expect(clock.pending).toBe(0)
    expect(late.calls).toBe(2 * limits.rankSamples)
  })
})
