/** What an idle page fetches, and what it leaves to the pointer. */
import { createTestKit, settle } from '@latchkey/core/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadAhead } from './loadAhead.js'
import { loadContent, loadWindow } from './loadModal.js'

vi.mock('./loadModal.js', () => ({
  loadContent: vi.fn(async () => {}),
  loadWindow: vi.fn(async () => {}),
}))

/** What waits for an idle moment. */
let waiting: (() => void)[] = []

beforeEach(() => {
  vi.clearAllMocks()
  waiting = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
})
afterEach(() => vi.unstubAllGlobals())

async function idle(): Promise<void> {
  for (const run of waiting.splice(0)) run()
  await settle()
}

const first = vi.fn()
const second = vi.fn()
const steps = [first, second]

test('an idle page fetches the modal, one step at a time', async () => {
  const { kit } = createTestKit()
  loadAhead(kit, steps)
  expect(loadWindow).not.toHaveBeenCalled()
  await idle()
  expect(loadWindow).toHaveBeenCalledOnce()
  expect(loadContent).not.toHaveBeenCalled()
  await idle()
  expect(loadContent).toHaveBeenCalledExactlyOnceWith(kit)
  expect(first).not.toHaveBeenCalled()
  await idle()
  expect(first).toHaveBeenCalledOnce()
  expect(second).not.toHaveBeenCalled()
  await idle()
  expect(second).toHaveBeenCalledOnce()
})

test('a page that is still loading comes first', async () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  loadAhead(createTestKit().kit, steps)
  expect(waiting).toEqual([])
  dispatchEvent(new Event('load'))
  await idle()
  expect(loadWindow).toHaveBeenCalledOnce()
  state.mockRestore()
})

test.for([
  { name: 'saves data', connection: { saveData: true } },
  { name: 'is slow', connection: { effectiveType: 'slow-2g' } },
])('a connection that $name is left alone', ({ connection }) => {
  vi.stubGlobal('navigator', { connection })
  loadAhead(createTestKit().kit, steps)
  expect(waiting).toEqual([])
})

test('what is called off goes no further', async () => {
  const stop = loadAhead(createTestKit().kit, steps)
  await idle()
  stop()
  await idle()
  expect(loadContent).not.toHaveBeenCalled()
})
