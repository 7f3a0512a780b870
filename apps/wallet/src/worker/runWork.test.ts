import { shareAad } from '@latchkey/spec/walletApi'
import { expect, test, vi } from 'vitest'
import { createReceiver, sealTo } from '../keys/hpke.js'
import { combineShares } from '../keys/shares.js'
import { startKeyWorker } from './runWork.js'
import { createWorkDesk, type WorkAnswer, type WorkRequest } from './worker.js'

/** A worker as a browser makes one: messages are copied, and nothing is heard after its end. */
class DeskWorker extends EventTarget {
  readonly #answer: (request: WorkRequest) => Promise<WorkAnswer>
  isOver = false
  constructor(answer = createWorkDesk()) {
    super()
    this.#answer = answer
  }
  postMessage(message: WorkRequest): void {
    void this.#answer(structuredClone(message)).then((told) => {
      if (this.isOver) return
      this.dispatchEvent(new MessageEvent('message', { data: structuredClone(told) }))
    })
  }
  terminate(): void {
    this.isOver = true
  }
}

// What `startKeyWorker` uses of a worker.
const start = (worker: DeskWorker) => startKeyWorker(() => worker as unknown as Worker)

const walletId = '5b1f3c8e-0d3e-4f5a-9a3b-7a3d6f0c2e11'
const deviceId = '11111111-0d3e-4f5a-9a3b-7a3d6f0c2e11'
const nonce = 'n'.repeat(43)

test('a wallet is made and its shares renewed by one worker, and the old share fits no new one', async () => {
  const server = await createReceiver()
  const worker = await start(new DeskWorker())
  const made = await worker.run('createWallet', { walletId, deviceId, nonce, serverKey: server.publicKey })
  const place = { walletId, deviceId, epoch: 1 }
  const s = await server.open(made.share.s, shareAad({ ...place, purpose: 'upload', bound: nonce }))
  const given = await sealTo(worker.publicKey, s, shareAad({ ...place, purpose: 'activate', bound: '' }))
  const { accounts, rkPub, kcv, d } = made
  const daily = { d, s: given, deviceId, epoch: 1, marks: [{ walletId, rkPub, kcv, accounts }] } as const
  const target = { walletId, deviceId, epoch: 2, nonce, serverKey: server.publicKey, step: 'stage' } as const
  const renewed = await worker.run('resplit', daily, target)
  const upload = shareAad({ walletId, deviceId, epoch: 2, purpose: 'upload', bound: nonce })
  const newS = await server.open(renewed.share.s, upload)
  expect(await combineShares(newS, renewed.d)).toEqual(await combineShares(s, d))
  expect(renewed.d).not.toEqual(d)
  worker.end()
})

test('what fails ends the worker, and says only our own sentences', async () => {
  const desk = new DeskWorker()
  const worker = await start(desk)
  const failure = worker.run('createWallet', { walletId: 'a\nb', deviceId, nonce, serverKey: 'no key' })
  await expect(failure).rejects.toThrow('The wallet could not do this')
  expect(desk.isOver).toBe(true)
})

test('a worker that stops, or never answers, is given up', async () => {
  const dead = new DeskWorker(() => new Promise(() => {}))
  const starting = start(dead)
  dead.dispatchEvent(new Event('error'))
  await expect(starting).rejects.toThrow('The wallet stopped')

  vi.useFakeTimers()
  try {
    const silent = new DeskWorker(() => new Promise(() => {}))
    const waiting = start(silent)
    const told = expect(waiting).rejects.toThrow('The wallet took too long')
    await vi.advanceTimersByTimeAsync(60_000)
    await told
    expect(silent.isOver).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('no other work is done than is in the table', async () => {
  const answer = createWorkDesk()
  for (const name of ['constructor', 'deriveKeys', '__proto__']) {
    // As a broken page would send it.
    expect(await answer({ name, input: [] } as never)).toEqual({ isDone: false, reason: 'No such work' })
  }
})
