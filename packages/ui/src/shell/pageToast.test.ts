/** A message on the page: said in the right region, gone again, and an app can style it as the one in the modal. */
import type { Language } from '@latchkey/core'
import { expect, test } from 'vitest'
import { createPageToast } from './pageToast.js'

type Shown = Parameters<ReturnType<typeof createPageToast>['update']>[0]

const closed: Shown['modal'] = { isOpen: false, isShaking: false }
const said = (variant: Shown['toast']['variant'], text: string): Shown => ({
  toast: { isOpen: true, isForPage: true, variant, text },
  modal: closed,
})

test('a message is a part of its own, in the region that its kind is read from', () => {
  const root = document.createElement('div').attachShadow({ mode: 'open' })
  const toast = createPageToast(root)
  const shown = (role: string) => root.querySelector(`[role="${role}"] [part~="toast"]`)?.textContent
  toast.update(said('success', 'Copied'), {})
  expect([shown('status'), shown('alert')]).toEqual(['Copied', undefined])
  toast.update(said('error', 'No connection'), {})
  expect([shown('status'), shown('alert')]).toEqual([undefined, 'No connection'])
  const { toast: message } = said('error', 'No connection')
  // The modal says it itself while it is open.
  toast.update({ toast: message, modal: { ...closed, isOpen: true } }, {})
  expect(root.querySelector('[part~="toast"]')).toBeNull()
  toast.remove()
  expect(root.childElementCount).toBe(0)
})

test('in another language it is told in that, and runs its way', async () => {
  const root = document.createElement('div').attachShadow({ mode: 'open' })
  const toast = createPageToast(root)
  const language: Language = {
    code: 'he',
    direction: 'rtl',
    page: {},
    load: async () => ({ 'notice.failed': 'העסקה נכשלה' }),
  }
  toast.update(said('error', 'Transaction failed'), { language })
  await expect.poll(() => root.querySelector('[role="alert"]')?.textContent).toBe('העסקה נכשלה')
  expect(root.querySelector<HTMLElement>('[dir]')).toMatchObject({ lang: 'he', dir: 'rtl' })
})

test('it is told in English where the language cannot be fetched, and not at all once it is over', async () => {
  const root = document.createElement('div').attachShadow({ mode: 'open' })
  const toast = createPageToast(root)
  const language: Language = {
    code: 'de',
    direction: 'ltr',
    page: {},
    load: async () => Promise.reject(new Error('offline')),
  }
  toast.update(said('error', 'Transaction failed'), { language })
  await expect.poll(() => root.querySelector('[role="alert"]')?.textContent).toBe('Transaction failed')
  let arrive: ((words: Record<string, string>) => void) | undefined
  const load = () =>
    new Promise<Record<string, string>>((resolve) => {
      arrive = resolve
    })
  const { toast: message, modal } = said('success', 'Transaction confirmed')
  const speech = { language: { ...language, load } }
  toast.update({ toast: message, modal }, speech)
  await expect.poll(() => arrive).toBeDefined()
  toast.update({ toast: { ...message, isOpen: false }, modal }, speech)
  arrive?.({})
  // All that waits for the words has had its turn.
  await new Promise((resolve) => setTimeout(resolve))
  expect(root.querySelector('[part~="toast"]')).toBeNull()
})
