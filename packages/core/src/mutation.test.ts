/** What a hook shows of an action, from the press to the answer. */
import { canMove } from '@latchkey/spec/states'
import { expect, test } from 'vitest'
import { createMutation } from './mutation.js'

function deferred() {
  const calls: { input: string; resolve: (value: string) => void; reject: (cause: Error) => void }[] = []
  const mutation = createMutation(
    (input: string) => new Promise<string>((resolve, reject) => calls.push({ input, resolve, reject })),
  )
  return { calls, mutation }
}

test('it goes from idle over pending to success or error, and back, by allowed steps only', async () => {
  const { calls, mutation } = deferred()
  const moves = [mutation.get().status]
  const stop = mutation.subscribe(({ status }) => void moves.push(status))
  const first = mutation.run('a')
  expect(mutation.get()).toMatchObject({ status: 'pending', variables: 'a', data: undefined })
  calls[0]?.resolve('A')
  await expect(first).resolves.toBe('A')
  expect(mutation.get()).toMatchObject({ status: 'success', variables: 'a', data: 'A', error: null })
  const second = mutation.run('b')
  calls[1]?.reject(new Error('no'))
  await expect(second).rejects.toThrow('no')
  expect(mutation.get()).toMatchObject({ status: 'error', data: undefined, error: { message: 'no' } })
  mutation.reset()
  mutation.reset()
  stop()
  void mutation.run('unheard')
  expect(moves).toEqual(['idle', 'pending', 'success', 'pending', 'error', 'idle'])
  for (const [i, to] of moves.slice(1).entries())
    expect(canMove('mutation', moves[i] ?? 'idle', to)).toBe(true)
})

test('the state is one object until it changes', () => {
  const { mutation } = deferred()
  expect(mutation.get()).toBe(mutation.get())
  void mutation.run('a')
  expect(mutation.get()).toBe(mutation.get())
})

test('of two runs the later one is shown, whichever answers first', async () => {
  const { calls, mutation } = deferred()
  const first = mutation.run('a')
  const second = mutation.run('b')
  calls[1]?.resolve('B')
  await second
  calls[0]?.resolve('A')
  await expect(first).resolves.toBe('A')
  expect(mutation.get()).toMatchObject({ variables: 'b', data: 'B' })
})

test('what was thrown and is no error becomes one, with the thrown thing as its cause', async () => {
  const thrown = { code: 4001 }
  // A promise that rejects with a plain object, as wallets do.
  const mutation = createMutation(() => Promise.reject(thrown as unknown as Error))
  await expect(mutation.run(undefined)).rejects.toBe(thrown)
  expect(mutation.get().error).toMatchObject({ code: 'request.unknown', cause: thrown })
})

test('an answer that comes after a reset reaches its caller only', async () => {
  const { calls, mutation } = deferred()
  const run = mutation.run('a')
  mutation.reset()
  calls[0]?.resolve('A')
  await expect(run).resolves.toBe('A')
  expect(mutation.get().status).toBe('idle')
})
