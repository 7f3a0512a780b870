import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { createFakeClock } from '../testing/fakeClock.js'
import { createFlushing, Outgoing } from './outgoing.js'
import { plainFrame, textFrame } from './textFrame.js'

/** A connection of which only what is written to it counts. */
function open() {
  const written: string[] = []
  const wire = new PassThrough()
  wire.on('data', (chunk: Buffer) => written.push(chunk.toString('latin1')))
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    pause: () => {},
    close: () => void written.push('close'),
  }
  const flushSoon = createFlushing()
  // The only parts of a WebSocket that are used.
  const input = { socket: socket as unknown as WebSocket, wire, clock: createFakeClock(), flushSoon }
  return { outgoing: new Outgoing(input), written, socket }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const plain = (text: string) => plainFrame(text) as string // it is short

test('frames of one turn go out at once, in their order, and the next turn’s by themselves', async () => {
  const { outgoing, written } = open()
  for (const text of ['one', 'two']) outgoing.writePlain(text)
  expect(written).toEqual([])
  await turn()
  expect(written).toEqual([plain('one') + plain('two')])
  outgoing.writePlain('three')
  await turn()
  expect(written).toHaveLength(2)
})

test('what cannot be gathered comes behind what was, and so does the close', async () => {
  const { outgoing, written } = open()
  outgoing.writePlain('one')
  outgoing.write('zwölf')
  outgoing.writePlain('three')
  outgoing.close(1000, '')
  await turn()
  expect(written).toEqual([plain('one'), textFrame('zwölf').toString('latin1'), plain('three'), 'close'])
})

test('what is gathered counts as not taken yet, and goes nowhere once the connection is over', async () => {
  const { outgoing, written, socket } = open()
  const big = 'x'.repeat(60_000)
  for (let count = 0; count < 5; count++) {
    expect(outgoing.canTake()).toBe(true)
    outgoing.writePlain(big)
  }
  expect(outgoing.canTake()).toBe(false)
  socket.readyState = 3
  await turn()
  expect(written).toEqual([])
  expect(outgoing.canTake()).toBe(true)
})
