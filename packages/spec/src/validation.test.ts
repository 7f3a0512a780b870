import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HistoryItem, TokenBalance } from './entities.js'
import { alertOf } from './errors.js'
import {
  canRetryTokenBalance,
  checkEmailCooldown,
  checkHistoryRequest,
  checkNameLabel,
  checkOptions,
  checkSignIn,
  checkSwitchTarget,
  isEmail,
  isNameLabel,
  isShownInHistory,
  isThemeMode,
  mayTrack,
  shownTokenBalances,
  supportsBalance,
  unsupportedBalance,
  usesRelaySignIn,
} from './validation.js'

describe('email', () => {
  test('[S5-01] an address is one that a mail server could take', () => {
    for (const good of ['a@b.example', 'first.last+tag@sub.example.org', "o'neil@x.example", 'A@B.EXAMPLE']) {
      expect(isEmail(good), good).toBe(true)
    }
    for (const bad of [
      '',
      'a',
      'a@b',
      '@b.example',
      'a@',
      'a@@b.example',
      'a b@c.example',
      'a@b..example',
      'a@-b.example',
      '.a@b.example',
      'a.@b.example',
      'a..b@c.example',
      'a@b.example ',
      'a@b.example\n',
      'a@b.example\nBcc: c@d.example',
      `${'a'.repeat(65)}@b.example`,
      `a@${'b'.repeat(64)}.example`,
      `a@${'b.'.repeat(125)}example`,
    ]) {
      expect(isEmail(bad), bad).toBe(false)
    }
  })

  test('[S5-01] a long hostile text is judged at once', () => {
    expect(isEmail(`${'a.'.repeat(100_000)}@`)).toBe(false)
    expect(isEmail(`a@${'a-'.repeat(100_000)}`)).toBe(false)
  })

  test('[S5-02] a second code within 30 s is refused with the seconds left', () => {
    const last = 1_000_000
    expect(checkEmailCooldown(undefined, last)).toBeUndefined()
    expect(checkEmailCooldown(last, last)?.message).toBe('Please try again after 30 seconds')
    expect(checkEmailCooldown(last, last + 18_000)).toMatchObject({
      code: 'email.cooldown',
      context: { n: 12 },
    })
    expect(checkEmailCooldown(last, last + 29_999)?.context.n).toBe(1)
    expect(checkEmailCooldown(last, last + 30_000)).toBeUndefined()
  })

  test('a clock that was set back locks nobody out for more than the wait', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (last, now) => {
        const left = checkEmailCooldown(last, now)?.context.n ?? 0
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(30)
      }),
    )
  })
})

describe('token balances', () => {
  const balance = (decimals: string): TokenBalance => ({
    name: 'Token',
    symbol: 'T',
    chainId: 'eip155:1',
    price: '1',
    quantity: { decimals, numeric: '1' },
    iconUrl: '',
  })

  test('[S5-06] entries with 0 decimals are dropped', () => {
    const kept = shownTokenBalances([balance('18'), balance('0'), balance('10'), balance('00')])
    expect(kept.map(({ quantity }) => quantity.decimals)).toEqual(['18', '10'])
  })

  test('[S5-08] a retry waits 30 s after the last failure', () => {
    expect(canRetryTokenBalance(undefined, 0)).toBe(true)
    expect(canRetryTokenBalance(1000, 30_999)).toBe(false)
    expect(canRetryTokenBalance(1000, 31_000)).toBe(true)
  })

  test('[S5-20] a balance is shown on eip155 and solana but not on testnets, where it is 0.00', () => {
    expect(supportsBalance({ chainNamespace: 'eip155' })).toBe(true)
    expect(supportsBalance({ chainNamespace: 'solana', testnet: false })).toBe(true)
    expect(supportsBalance({ chainNamespace: 'eip155', testnet: true })).toBe(false)
    expect(supportsBalance({ chainNamespace: 'bip122' })).toBe(false)
    expect(supportsBalance({ chainNamespace: 'polkadot' })).toBe(false)
    expect(unsupportedBalance).toBe('0.00')
  })
})

test('[S5-09] a name has at least 4 letters, digits or hyphens', () => {
  for (const good of ['abcd', 'ABCD', 'a-b-1', '1234']) expect(isNameLabel(good), good).toBe(true)
  expect(checkNameLabel('abc')).toMatchObject({ code: 'names.too-short', context: { n: 4 } })
  expect(checkNameLabel('')?.code).toBe('names.too-short')
  for (const bad of ['ab_cd', 'ab.cd', 'ab cd', 'naïve', 'abcd\n', 'аbcd']) {
    expect(checkNameLabel(bad)?.code, bad).toBe('names.characters')
  }
  expect(isNameLabel('a'.repeat(63))).toBe(true)
  expect(checkNameLabel('a'.repeat(64))?.code).toBe('names.too-long')
})

test('[S5-14] a theme mode is light or dark', () => {
  expect(['light', 'dark'].every(isThemeMode)).toBe(true)
  for (const other of ['Dark', 'auto', '', undefined, null]) expect(isThemeMode(other)).toBe(false)
})

describe('sign-in', () => {
  const ready = { isEnabled: true, hasAddress: true, hasNetwork: true, hasClient: true }

  test('[S5-15] says which of the things it needs is missing', () => {
    expect(checkSignIn(ready)).toBeUndefined()
    expect(checkSignIn({ ...ready, isEnabled: false })?.message).toBe('SIWX is not enabled')
    expect(checkSignIn({ ...ready, hasAddress: false })?.message).toBe('No ActiveCaipAddress found')
    expect(checkSignIn({ ...ready, hasNetwork: false })?.message).toBe('No ActiveCaipNetwork or client found')
    expect(checkSignIn({ ...ready, hasClient: false })?.message).toBe('No ConnectionController client found')
  })

  test('[S5-16] goes over the relay only when every requested network is of eip155', () => {
    expect(usesRelaySignIn(['eip155:1', 'eip155:137'])).toBe(true)
    expect(usesRelaySignIn(['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])).toBe(false)
    expect(usesRelaySignIn(['eip1555:1'])).toBe(false)
    expect(usesRelaySignIn([])).toBe(false)
  })
})

describe('history', () => {
  const spam = { nft_info: { flags: { is_spam: true } } }
  const good = { fungible_info: { symbol: 'T' } }
  const item = (transfers: HistoryItem['transfers'], chain = 'eip155:1'): HistoryItem => ({
    id: 'a',
    metadata: {
      minedAt: '2026-02-03T11:22:33Z',
      chain,
      operationType: 'send',
      status: 'confirmed',
      sentFrom: '0x1',
      sentTo: '0x2',
    },
    transfers,
  })

  test('[S5-17] cannot be asked for without an address', () => {
    expect(checkHistoryRequest('0x1')).toBeUndefined()
    for (const missing of [undefined, '']) {
      expect(checkHistoryRequest(missing)?.message).toBe(
        "Transactions can't be fetched without an accountAddress",
      )
    }
  })

  test('[S5-18] drops what is all spam or of another network', () => {
    expect(isShownInHistory(item([good]), 'eip155:1')).toBe(true)
    expect(isShownInHistory(item([good, spam]), 'eip155:1')).toBe(true)
    expect(isShownInHistory(item([spam, spam]), 'eip155:1')).toBe(false)
    expect(isShownInHistory(item([good], 'eip155:10'), 'eip155:1')).toBe(false)
    // An approval moves nothing, so nothing in it is spam.
    expect(isShownInHistory(item([]), 'eip155:1')).toBe(true)
    expect(isShownInHistory(item([{ nft_info: { flags: {} } }]), 'eip155:1')).toBe(true)
  })
})

describe('options', () => {
  test('[S5-19] one sign-in option at most, a project id where it is needed, and only known networks', () => {
    expect(checkOptions({ siwx: {}, needsProjectId: false })).toEqual([])
    expect(checkOptions({ siwx: {}, siweConfig: {}, needsProjectId: false })).toMatchObject([
      { message: 'Cannot set both `siweConfig` and `siwx` options' },
    ])
    const [missing] = checkOptions({ needsProjectId: true })
    expect(missing?.code).toBe('options.project-id-missing')
    expect(alertOf('options.project-id-missing')).toBe('project-id-not-configured')
    expect(checkOptions({ needsProjectId: true, projectId: 'p' })).toEqual([])
    expect(checkSwitchTarget('eip155:1', ['eip155:1'])).toBeUndefined()
    expect(checkSwitchTarget('eip155:1', ['eip155:10'])?.code).toBe('network.switch-not-found')
    expect(alertOf('network.switch-not-found')).toBe('network-not-found')
  })

  test('analytics wait for the first opening and for permission', () => {
    expect(mayTrack({ isEnabled: true, wasOpened: true })).toBe(true)
    expect(mayTrack({ isEnabled: true, wasOpened: false })).toBe(false)
    expect(mayTrack({ isEnabled: false, wasOpened: true })).toBe(false)
  })
})
