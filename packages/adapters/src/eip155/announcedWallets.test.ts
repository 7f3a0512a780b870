/** Announcements are untrusted: what can be used is kept, once; what cannot is left out, quietly. */
import { limits } from '@latchkey/spec/limits'
import { describe, expect, test, vi } from 'vitest'
import { imageData } from '../imageData.js'
import { createAnnouncedWallets } from './announcedWallets.js'

const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn(), debug: vi.fn(), entries: () => [] }
const png = 'data:image/png;base64,AAAA'
const provider = () => ({ request: async () => null })
const info = (extra: object = {}) => ({
  uuid: crypto.randomUUID(),
  rdns: 'com.example',
  name: 'Example',
  icon: png,
  ...extra,
})

function create() {
  const target = new EventTarget()
  const onChange = vi.fn()
  const announced = createAnnouncedWallets(target, log as never)
  announced.start(onChange)
  const announce = (detail: unknown) =>
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  return { target, announced, onChange, announce, names: () => announced.list().map(({ name }) => name) }
}

describe('what is heard', () => {
  test('[S3-08] wallets that announced before are asked to say so again, later ones are heard too', () => {
    const target = new EventTarget()
    const early = info({ name: 'Early' })
    const one = provider()
    target.addEventListener('eip6963:requestProvider', () =>
      target.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: { info: early, provider: one } }),
      ),
    )
    const announced = createAnnouncedWallets(target, log as never)
    announced.start(() => {})
    expect(announced.list()).toEqual([{ ...early, provider: one }])
    target.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: { info: info({ rdns: 'com.late', name: 'Late' }), provider: provider() },
      }),
    )
    expect(announced.list().map(({ name }) => name)).toEqual(['Early', 'Late'])
  })

  test('a wallet is listed once, whether it repeats its uuid, its rdns or its provider', () => {
    const { announce, names, onChange } = create()
    const first = info()
    const shared = provider()
    announce({ info: first, provider: shared })
    announce({ info: first, provider: shared })
    announce({ info: info({ name: 'Same rdns' }), provider: provider() })
    announce({ info: info({ rdns: 'com.other', name: 'Same provider' }), provider: shared })
    announce({ info: { ...first, rdns: 'com.third', name: 'Same uuid' }, provider: provider() })
    expect(names()).toEqual(['Example'])
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  test('[D-03] nothing is heard after it was stopped', () => {
    const { announce, announced, names } = create()
    announced.stop()
    announce({ info: info(), provider: provider() })
    expect(names()).toEqual([])
  })
})

describe('hostile announcements', () => {
  test('a name is shown without characters that turn or hide text', () => {
    const { announce, names } = create()
    announce({ info: info({ name: '\u202eksaMateM\u0000 \u200bWallet\u2066' }), provider: provider() })
    announce({ info: info({ rdns: 'com.arabic', name: 'محفظة' }), provider: provider() })
    announce({ info: info({ rdns: 'com.none', name: '\u200b\u202e' }), provider: provider() })
    expect(names()).toEqual(['ksaMateM Wallet', 'محفظة'])
  })

  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error('trap')
      },
    },
  )
  const cases: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['a text', 'wallet'],
    ['no provider', { info: info() }],
    ['a provider without request', { info: info(), provider: {} }],
    ['no info', { provider: provider() }],
    [
      'a name of markup length',
      { info: info({ name: 'x'.repeat(limits.announcedText + 1) }), provider: provider() },
    ],
    ['an empty name', { info: info({ name: '  ' }), provider: provider() }],
    ['a name that is no text', { info: info({ name: { toString: () => 'x' } }), provider: provider() }],
    ['an rdns that is none', { info: info({ rdns: '<img src=x>' }), provider: provider() }],
    ['getters that throw', { info: trap, provider: provider() }],
    ['a detail that throws', trap],
  ]
  for (const [what, detail] of cases) {
    test(`[D-10] ${what} is left out, and the next wallet is still heard`, () => {
      const { announce, names } = create()
      announce(detail)
      expect(names()).toEqual([])
      announce({ info: info(), provider: provider() })
      expect(names()).toEqual(['Example'])
    })
  }

  test('[D-10] an endless row of announcements ends at the limit', () => {
    const { announce, names } = create()
    for (let i = 0; i < limits.announcedWallets + 10; i += 1) {
      announce({ info: info({ rdns: `com.w${i}` }), provider: provider() })
    }
    expect(names()).toHaveLength(limits.announcedWallets)
  })
})

describe('icons', () => {
  test('image data is kept', () => {
    expect(imageData(png)).toBe(png)
    expect(imageData(' data:image/svg+xml,%3Csvg/%3E')).toBe('data:image/svg+xml,%3Csvg/%3E')
  })
  const refused = [
    'https://tracker.example/pixel.png',
    'data:text/html,<script>alert(1)</script>',
    'javascript:alert(1)',
    'data:image/svg-ish,x',
    `data:image/png;base64,${'A'.repeat(limits.announcedIcon)}`,
    42,
    undefined,
  ]
  for (const icon of refused) {
    test(`no picture is better than ${String(icon).slice(0, 40)}`, () =>
      expect(imageData(icon)).toBeUndefined())
  }
})
