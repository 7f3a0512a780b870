/** The log: bounded, quiet by default, and without secrets. */
import { limits } from '@latchkey/spec/limits'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createLog, type LogEntry } from './log.js'
import { redact, redactText } from './redact.js'
import { createFakeClock } from './testing/index.js'

const clock = createFakeClock()

test('[S9-08] the buffer stays under about 1 MB of bytes and drops the oldest lines first', () => {
  const log = createLog({ clock, level: 'silent' })
  const line = 'é'.repeat(10_000)
  for (let i = 0; i < 200; i += 1) log.info(`${i} ${line}`)
  const held = log.entries()
  expect(log.size()).toBeLessThanOrEqual(limits.logBytes)
  expect(log.size()).toBeGreaterThan(limits.logBytes * 0.95)
  expect(held.at(-1)?.text.startsWith('199 ')).toBe(true)
  expect(held.length).toBeLessThan(60)
  const bytes = held.reduce((sum, entry) => sum + new TextEncoder().encode(JSON.stringify(entry)).length, 0)
  expect(bytes).toBe(log.size())
})

test('[S9-08] one line larger than the buffer is replaced by a note', () => {
  const log = createLog({ clock, level: 'silent', maxBytes: 1000 })
  log.info('kept')
  log.info('x'.repeat(5000))
  expect(log.entries().map(({ text }) => text)).toEqual(['kept', '[too large to keep]'])
})

test('[S9-08] sizes add up whatever is logged', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 80 }), { maxLength: 60 }), (texts) => {
      const log = createLog({ clock, level: 'silent', maxBytes: 600 })
      for (const text of texts) log.warn(text, { text })
      const bytes = log
        .entries()
        .reduce((sum, entry) => sum + new TextEncoder().encode(JSON.stringify(entry)).length, 0)
      expect(log.size()).toBe(bytes)
      expect(bytes).toBeLessThanOrEqual(600)
    }),
  )
})

test('[S9-19] only errors are printed unless asked, and everything is kept', () => {
  const printed: LogEntry[] = []
  const log = createLog({ clock, print: (entry) => printed.push(entry) })
  log.debug('a')
  log.info('b')
  log.warn('c')
  log.error('d')
  expect(printed.map(({ text }) => text)).toEqual(['d'])
  expect(log.entries().map(({ level }) => level)).toEqual(['debug', 'info', 'warn', 'error'])
  log.clear()
  expect([log.size(), log.entries()]).toEqual([0, []])
})

test('without a printer lines go to the console', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  createLog({ clock }).error('broken', { n: 1 })
  expect(error).toHaveBeenCalledWith('[latchkey] broken', { n: 1 })
  error.mockRestore()
})

test('secrets never reach the log', () => {
  expect(redactText('wc:abc@2?relay=x&symKey=00ff&y=1')).toBe('wc:abc@2?relay=x&symKey=[redacted]&y=1')
  expect(redactText('mail to ada@example.com, Bearer abc.def')).toBe('mail to [redacted], Bearer [redacted]')
  expect(
    redact({ otp: '123456', token: 't', nested: { privateKey: '0x1', email: 'a@b.c' }, network: 'eip155:1' }),
  ).toEqual({
    otp: '[redacted]',
    token: '[redacted]',
    nested: { privateKey: '[redacted]', email: '[redacted]' },
    network: 'eip155:1',
  })
})

test('anything can be logged: cycles, depth, errors with causes, big integers, hostile getters', () => {
  const cycle: Record<string, unknown> = { n: 1n }
  cycle['self'] = cycle
  const hostile = {
    get boom() {
      throw new Error('no')
    },
  }
  const cause = Object.assign(new Error('inner'), { code: 4001 })
  expect(redact(cycle)).toEqual({ n: '1n', self: '[circular]' })
  expect(redact(hostile)).toBe('[unreadable]')
  expect(redact(new Error('outer', { cause }))).toMatchObject({
    message: 'outer',
    cause: { message: 'inner', code: 4001 },
  })
  expect(redact([new Uint8Array(3), () => 1, Symbol('s')])).toEqual(['[3 bytes]', '[function]', '[symbol]'])
  fc.assert(fc.property(fc.anything(), (value) => void JSON.stringify(redact(value))))
})
