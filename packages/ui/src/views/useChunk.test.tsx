/** A part that came once is drawn at once; one that did not come may be asked for again. */
import { createTestKit, settle } from '@latchkey/core/testing'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { CurrentKit } from '../context.js'
import { useChunk } from './useChunk.js'

// Nothing is painted here.
vi.mock('../whenPainted.js', () => ({ whenPainted: async () => {} }))

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

interface Part {
  readonly word: string
}

const { kit } = createTestKit()
const roots: Root[] = []

afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount()
  })
})

/** Everything that it drew, in order. */
function draw(load: () => Promise<Part>): { readonly drawn: readonly string[]; retry(): void } {
  const drawn: string[] = []
  let again = () => {}
  function Shown() {
    const { chunk, hasFailed, retry } = useChunk(load)
    again = retry
    drawn.push(hasFailed ? 'failed' : (chunk?.word ?? 'waiting'))
    return null
  }
  const root = createRoot(document.createElement('div'))
  roots.push(root)
  act(() =>
    root.render(
      <CurrentKit.Provider value={kit}>
        <Shown />
      </CurrentKit.Provider>,
    ),
  )
  return { drawn, retry: () => act(again) }
}

test('what came once is there in the first drawing of the next view', async () => {
  const load = vi.fn(async () => ({ word: 'here' }))
  const first = draw(load)
  expect(first.drawn).toEqual(['waiting'])
  await act(settle)
  expect(first.drawn).toEqual(['waiting', 'here'])
  expect(draw(load).drawn).toEqual(['here'])
  expect(load).toHaveBeenCalledOnce()
})

test('what did not come is asked for again when somebody wants it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn(async () => ({ word: 'here' })).mockRejectedValueOnce(new TypeError('offline'))
  const { drawn, retry } = draw(load)
  await act(settle)
  expect(drawn.at(-1)).toBe('failed')
  expect(load).toHaveBeenCalledOnce()
  retry()
  expect(drawn.at(-1)).toBe('waiting')
  await act(settle)
  expect(drawn.at(-1)).toBe('here')
  expect(load).toHaveBeenCalledTimes(2)
})
