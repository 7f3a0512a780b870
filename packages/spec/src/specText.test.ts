/** Holds the tables of this package against the words of SPEC.md, so that a typo on either side fails. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import specification from '../../../SPEC.md?raw'
import { formatUnits } from './amounts.js'
import { namespaces, walletProtocolNamespaces } from './caip.js'
import * as entities from './entities.js'
import {
  alerts,
  type ErrorEntry,
  errors,
  notices,
  providerErrors,
  retryStatuses,
  rpcErrors,
  trackedEvents,
} from './errors.js'
import { limits, seconds } from './limits.js'
import {
  accountTypes,
  connectorTypeOrder,
  featureNames,
  type LatchkeyOptions,
  lazyFeatures,
  optionNames,
  redirectProviders,
  restrictedTimeZones,
  swapNetworkIds,
  walletFeaturesOrder,
} from './options.js'
import { permissionOf } from './permissions.js'
import { connectEmailActions, connectionStatuses, updateEmailActions } from './states.js'
import { preflightCommitments, unsupportedBalance } from './validation.js'
import { viewFacts } from './viewFacts.js'
import { accountTabs, elementNames, frameElementId, viewIds } from './views.js'

const rules = new Map(
  [...specification.matchAll(/^- `([SD]\d*-\d+)` (.+)$/gm)].map(([, id = '', says = '']) => [id, says]),
)

function rule(id: string): string {
  const says = rules.get(id)
  if (says === undefined) throw new Error(`SPEC.md has no rule ${id}`)
  return says
}

/** The texts a rule quotes. An apostrophe inside a word neither opens nor closes a quotation. */
function quotedIn(text: string): string[] {
  const double = [...text.matchAll(/"([^"]+)"/g)].map(([, words = '']) => words)
  const rest = text.replace(/"[^"]+"/g, '')
  const single = [...rest.matchAll(/(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)/g)].map(
    ([, words = '']) => words,
  )
  return [...double, ...single]
}

const ms = (duration: number) => `${duration} ms`

const toMilliseconds: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  second: 1000,
  seconds: 1000,
  min: 60_000,
  minutes: 60_000,
}

/** The numbers of a text in order, times in milliseconds: '30 s' and '30 seconds' are both '30000 ms'. */
function measuresIn(text: string): string[] {
  const plain = text
    .replace(/\b[SD]\d*-\d+\b|\bsection \d/g, '')
    .replace(/(?<![\d^])(\d+)-(\d+)/g, '$1 to $2')
  const pattern =
    /(?<![\w.^])(-?\d+(?:\.\d+)?(?:\^\d+-\d+)?)(?:\s?(ms|seconds?|s|minutes|min|MB|px|%|USD|bytes)(?!\w)|(?!\w))/g
  return [...plain.matchAll(pattern)].map(([, number = '', unit]) => {
    const factor = unit === undefined ? undefined : toMilliseconds[unit]
    if (factor !== undefined) return ms(Number(number) * factor)
    if (unit === 'MB') return `${Number(number) * 1_000_000} bytes`
    return unit === undefined ? number : `${number} ${unit}`
  })
}

/** The names of a list in prose: 'a, b (x, y) and c' is a, b, c. */
function namesIn(text: string): string[] {
  return text
    .replace(/\([^)]*\)|\{[^}]*\}/g, '')
    .split(/,|;|\band\b|\bor\b/)
    .map((part) => part.replace(/\b(the|list|each|an|a|optionally|with)\b/g, '').trim())
    .filter((part) => part !== '')
}

/** What stands between two marks of a rule; both must be there. */
function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from)
  const end = text.indexOf(to, start + from.length)
  if (start === -1 || end === -1) throw new Error(`No '${from} … ${to}' in: ${text}`)
  return text.slice(start + from.length, end)
}

describe('quoted texts', () => {
  const catalogue: { readonly rule: string; readonly text: string }[] = [
    ...Object.values<ErrorEntry>(errors),
    ...Object.values(notices),
    ...Object.values(alerts).map(({ rule: id, title }) => ({ rule: id, text: title })),
    ...providerErrors.map(({ message }) => ({ rule: 'S8-30', text: message })),
  ]
  const textsOf = (id: string) => catalogue.filter((entry) => entry.rule === id).map(({ text }) => text)

  test('of sections 5, 6 and 8 stand in the catalogue, each under its own rule', () => {
    const quoting = [...rules].filter(([id, says]) => /^S[568]-/.test(id) && quotedIn(says).length > 0)
    // A check that reads nothing proves nothing.
    expect(quoting.length).toBeGreaterThanOrEqual(22)
    for (const [id, says] of quoting) {
      // In S5-12 'to' is the name of a field, not a text.
      for (const text of quotedIn(says).filter((words) => words !== 'to')) {
        expect(textsOf(id), `${id}: ${text}`).toContain(text)
      }
    }
  })

  test('[S8-03][S8-04][S8-05][S8-07][S8-10][S8-14][S8-16][S8-18] stand in the catalogue to the character', () => {
    const counts = {
      'S8-03': 2,
      'S8-04': 2,
      'S8-05': 1,
      'S8-07': 1,
      'S8-10': 1,
      'S8-14': 11,
      'S8-16': 8,
      'S8-18': 1,
    }
    for (const [id, count] of Object.entries(counts)) {
      const quoted = quotedIn(rule(id))
      expect(quoted, id).toHaveLength(count)
      expect(textsOf(id)).toEqual(expect.arrayContaining(quoted))
    }
    expect(textsOf('S8-14')).toContain('The adapter for {ns} does not exist')
  })

  test('[S8-09] Authenticating... is a loading notice', () => {
    expect(quotedIn(rule('S8-09'))).toEqual([notices['signin.authenticating'].text])
    expect(notices['signin.authenticating'].variant).toBe('loading')
  })

  test('[S8-17] a topic is invalid, has no key, or has expired', () => {
    expect(textsOf('S8-17')).toEqual([
      errors['topic.invalid'].text,
      errors['topic.no-key'].text,
      errors['topic.expired'].text,
    ])
  })

  test('[S8-21][S8-22][S8-23][S8-24][S8-25][S8-26][S8-27][S8-28] alerts have the titles of the spec', () => {
    const titled = Object.values(alerts).filter(({ rule: id }) => id !== 'S8-29')
    expect(titled.map(({ rule: id }) => id)).toEqual([
      'S8-21',
      'S8-22',
      'S8-23',
      'S8-24',
      'S8-25',
      'S8-26',
      'S8-27',
      'S8-28',
    ])
    for (const { rule: id, title } of titled) expect(rule(id).split(/[:.](?:\s|$)/)[0]).toBe(title)
  })

  test('the time-outs of the frame report the names of S8-11', () => {
    expect(rule('S8-11')).toContain(errors['frame.load-failed'].text)
    expect(rule('S8-11')).toContain(errors['frame.request-timeout'].text)
  })
})

describe('numbers', () => {
  const { rankWeights, gasMultiplier } = limits
  const card = [limits.onrampCard.min, limits.onrampCard.max]
  const bank = [limits.onrampBankAccount.min, limits.onrampBankAccount.max]
  const oneAndAFifth = formatUnits((gasMultiplier.numerator * 100n) / gasMultiplier.denominator, 2)

  /** Every number of sections 4, 5 and 9 in the order in which its rule names it. */
  const expected: Readonly<Record<string, readonly string[]>> = {
    'S4-09': [ms(limits.pairingLifetime), ms(limits.pairingMargin)],
    'S4-10': [ms(limits.toastReplaceDelay), ms(limits.shakeReset)],
    'S4-12': [ms(limits.emailCodeCooldown)],
    'S4-23': [ms(limits.disallowedToastDelay)],
    'S4-26': [ms(limits.tokenBalanceRetryWait)],
    'S5-02': [ms(limits.emailCodeCooldown)],
    'S5-03': [limits.eip155AddressHex, limits.solanaAddressMin, limits.solanaAddressMax].map(String),
    'S5-04': ['3', '2'],
    'S5-06': ['0'],
    'S5-07': [limits.quantityDecimals, limits.fiatDecimals, limits.numberDecimals].map(String),
    'S5-08': [ms(limits.tokenBalanceRetryWait)],
    'S5-09': [String(limits.nameLabelMin)],
    'S5-11': [String(limits.eip155AddressHex), '2^256-1'],
    'S5-20': [unsupportedBalance],
    'S9-01': [ms(limits.emailCodeCooldown), ms(limits.tokenBalanceRetryWait)],
    'S9-02': [
      ms(limits.balanceCache),
      ms(limits.nativeBalanceCache),
      ms(limits.nameCache),
      ms(limits.identityCache),
      ms(limits.queryGarbage),
      String(limits.cacheEntries),
      String(limits.cacheEntriesSmall),
    ],
    'S9-03': [ms(limits.pairingLifetime), ms(limits.pairingMargin)],
    'S9-04': [String(limits.recentWallets), ms(limits.imagePreload)],
    'S9-05': [...card, ...bank, limits.onrampFeePercent.min, `${limits.onrampFeePercent.max} %`],
    'S9-06': [ms(limits.headerText), ms(limits.modalHeight), ms(limits.viewTransition)],
    'S9-07': [limits.slippageDefault],
    'S9-08': [oneAndAFifth, `${limits.logBytes} bytes`],
    'S9-09': [
      ms(limits.rankInterval),
      String(limits.rankSamples),
      ms(limits.rankTimeout),
      String(rankWeights.stability),
      String(rankWeights.latency),
      ms(limits.heartbeat),
    ],
    'S9-10': [ms(limits.frameReady), ms(limits.frameRequest), ms(limits.frameSettle)],
    'S9-11': [
      String(limits.featuredWallets),
      String(limits.recommendedWallets),
      String(limits.walletPage),
      String(limits.walletSearch),
      ms(limits.walletSearchWait),
    ],
    'S9-12': [String(limits.pendingTransactions), String(limits.quantityDecimals)],
    'S9-16': [
      `${limits.modalWidth} px`,
      String(limits.modalLayer),
      `${limits.fontSize} px`,
      `${limits.radius} px`,
    ],
    'S9-17': [ms(limits.disallowedToastDelay)],
    // The first is the version in the path of S7-31, the second a count of networks that nobody fixed.
    'S9-19': ['1', '40', String(limits.walletSdkVersion)],
    'S9-20': [ms(limits.relayCacheDelay)],
  }

  test('of sections 4, 5 and 9 are those of the tables, and none is left out', () => {
    const counted = [...rules].filter(([id, says]) => /^S[459]-/.test(id) && measuresIn(says).length > 0)
    expect(counted.map(([id]) => id)).toEqual(Object.keys(expected))
    for (const [id, says] of counted) expect(measuresIn(says), id).toEqual(expected[id])
  })

  test('[S9-01][S9-02][S9-03][S9-04][S9-05][S9-06][S9-08][S9-09][S9-10][S9-11][S9-12][S9-17][S9-20] of section 9 hold', () => {
    for (const id of Object.keys(expected).filter((key) => key.startsWith('S9-'))) {
      expect(measuresIn(rule(id)), id).toEqual(expected[id])
    }
    expect(rule('S9-05')).toContain(`in ${limits.onrampCurrencies.join(' and ')}:`)
    expect(limits.maxUint256).toBe(2n ** 256n - 1n)
  })

  test('are read whole, with their units', () => {
    expect(measuresIn('waits 30 s, 4 minutes, 1 second, 150 ms (S9-01) on eip155 with 0x and w3m')).toEqual([
      ms(30_000),
      ms(240_000),
      ms(1000),
      ms(150),
    ])
    expect(measuresIn('1-2% of 10.00, 2^256-1, -32700, 360px, 40-hex-digit, about 1 MB')).toEqual([
      '1',
      '2 %',
      '10.00',
      '2^256-1',
      '-32700',
      '360 px',
      '40',
      '1000000 bytes',
    ])
  })

  test('of retries, codes, calls and decisions are those of the tables', () => {
    expect(measuresIn(rule('S8-33'))).toEqual([
      ...retryStatuses.map(String),
      String(limits.httpRetries),
      ms(limits.httpRetryDelay),
      String(limits.queryRetries),
      ms(limits.queryRetryDelay),
      ms(limits.queryRetryDelayMax),
    ])
    for (const code of measuresIn(rule('S8-32'))) expect(Object.keys(rpcErrors)).toContain(code)
    expect(measuresIn(rule('S7-31'))).toEqual([ms(limits.httpTimeout)])
    expect(measuresIn(rule('D-12'))).toEqual([ms(limits.frameRequest)])
    expect(measuresIn(rule('D-14'))).toEqual([limits.quantityDecimals, limits.fiatDecimals].map(String))
    expect(measuresIn(rule('D-15'))).toEqual([`${limits.solanaAddressBytes} bytes`])
    expect(measuresIn(rule('D-16'))).toEqual([
      `${limits.slippageDefault} %`,
      limits.slippageMin,
      `${limits.slippageMax} %`,
    ])
    expect(measuresIn(rule('D-17')).map((reference) => `eip155:${reference}`)).toEqual(swapNetworkIds)
    expect(measuresIn(rule('D-30'))).toContain(`${limits.dailyCapUsd} USD`)
    expect(rule('D-30')).toContain('visible and focused for a second')
    expect(limits.approvalFocus).toBe(seconds(1))
  })
})

describe('names', () => {
  const ofRule = (id: string) => viewIds.filter((view) => viewFacts[view].rule === id)

  test('[S2-02][D-04] every view of the spec is in the table, and no other', () => {
    expect(namesIn(between(rule('S2-02'), 'views ', '.'))).toEqual(ofRule('S2-02'))
    expect(namesIn(between(rule('D-04'), 'features: ', '.'))).toEqual(ofRule('D-04'))
    expect(ofRule('S2-02').length + ofRule('D-04').length).toBe(viewIds.length)
    expect(rule('D-04')).toContain(`OnRampProviders (with ${viewFacts.OnRampProviders.steps?.join(', ')})`)
    expect(viewFacts.UpdateEmail.steps).toHaveLength(3)
  })

  test('of tabs, bundles, elements, statuses and actions are those of the spec', () => {
    expect(namesIn(between(rule('S2-03'), 'tabs ', '.'))).toEqual(accountTabs)
    expect(namesIn(between(rule('S2-11'), 'bundles ', ' are'))).toEqual(lazyFeatures)
    for (const name of Object.values(elementNames)) expect(rule('D-02')).toContain(`\`<${name}>\``)
    for (const id of ['S2-01', 'D-02']) expect(rule(id)).toContain(frameElementId)
    expect(namesIn(between(rule('S4-01'), 'is ', '.'))).toEqual(connectionStatuses)
    expect(namesIn(between(rule('S4-12'), 'carries ', ' as'))).toEqual(connectEmailActions)
    for (const action of updateEmailActions) expect(rule('S4-12')).toContain(`(${action})`)
  })

  test('of namespaces, account types, commitments, zones and orders are those of the spec', () => {
    expect(namesIn(between(rule('S1-05'), 'are ', '.'))).toEqual(namespaces)
    expect(namesIn(between(rule('S3-02'), 'types are ', '.'))).toEqual(accountTypes)
    expect(namesIn(between(rule('S1-02'), 'social login (', ')'))).toEqual(redirectProviders)
    expect(namesIn(between(rule('S5-13'), 'preflightCommitment is ', '.'))).toEqual(preflightCommitments)
    expect(namesIn(between(rule('S9-18'), 'namespaces ', ' and a generic'))).toEqual(walletProtocolNamespaces)
    expect(namesIn(between(rule('S9-13'), 'ordered ', '; connectors'))).toEqual(walletFeaturesOrder)
    expect(namesIn(between(rule('S9-13'), 'connectors ', '.'))).toEqual(connectorTypeOrder)
    const zones = namesIn(between(rule('D-23'), 'zones: Asia/', '.'))
    expect(zones.map((zone) => `Asia/${zone}`)).toEqual(restrictedTimeZones)
  })

  test('[S8-31] of tracked events are those of the spec', () => {
    expect(namesIn(between(rule('S8-31'), 'events: ', '.'))).toEqual(trackedEvents)
  })

  test('of every method in S6-03 and S7-35 are on the list, with the right need', () => {
    const methods = (id: string) => rule(id).match(/\b(?:eth|personal|solana|wallet)_\w+/g) ?? []
    expect(methods('S7-35')).toHaveLength(19)
    for (const method of methods('S7-35')) expect(permissionOf(method), method).toBeDefined()
    expect(methods('S6-03')).toHaveLength(7)
    for (const method of methods('S6-03')) expect(permissionOf(method), method).toBe('approval')
  })

  test('[S3-17] of options and features are those of the spec, and our own are only the base URLs', () => {
    const listed = between(rule('S3-17'), 'Options: ', 'siweConfig.')
    expect(namesIn(listed).concat('siweConfig')).toEqual(optionNames)
    expect(namesIn(between(listed, 'features (', ')'))).toEqual(featureNames)
    expectTypeOf<Exclude<keyof LatchkeyOptions, (typeof optionNames)[number]>>().toEqualTypeOf<
      'gatewayUrl' | 'relayUrl' | 'walletUrl' | 'alternateUrls'
    >()
  })
})

describe('fields', () => {
  /** Looks through optional, list and pipe down to an object schema. */
  function objectIn(schema: unknown): Readonly<Record<string, unknown>> {
    let inner = schema
    while (inner instanceof Object && !('entries' in inner)) {
      inner = 'wrapped' in inner ? inner.wrapped : 'item' in inner ? inner.item : undefined
    }
    if (!(inner instanceof Object) || !('entries' in inner) || !(inner.entries instanceof Object)) {
      throw new Error('Not an object schema')
    }
    // Entries of an object schema are schemas by name.
    return inner.entries as Readonly<Record<string, unknown>>
  }

  /** The schema at a path has exactly the fields that the text lists, in its order. */
  function holds(schema: unknown, path: readonly string[], listed: string): void {
    const target = path.reduce<unknown>((at, key) => objectIn(at)[key], schema)
    expect(Object.keys(objectIn(target)), path.join('.') || 'top').toEqual(namesIn(listed))
  }

  /** The whole list after the first colon of a rule, up to its end or to a mark. */
  const listed = (id: string, end?: string) => {
    const text = `${rule(id).replace(/\.$/, '')}\n`
    return between(text, ': ', end ?? '\n')
  }
  const inside = (id: string, field: string, open = '(', close = ')') =>
    between(rule(id), `${field} ${open}`, close)

  test('[S3-01] of an account state', () => {
    holds(entities.accountStateSchema, [], listed('S3-01'))
    for (const field of ['user', 'allAccounts', 'connectedWalletInfo']) {
      holds(entities.accountStateSchema, [field], inside('S3-01', field))
    }
  })

  test('[S3-02] of an account record', () => {
    holds(entities.accountSchema, [], listed('S3-02', '.'))
  })

  test('[S3-03][S3-04] of a network and its state', () => {
    holds(entities.networkSchema, [], listed('S3-03'))
    for (const field of ['nativeCurrency', 'assets']) {
      holds(entities.networkSchema, [field], inside('S3-03', field))
    }
    holds(entities.networkStateSchema, [], listed('S3-04'))
  })

  test('[S3-05][S3-06] of a token balance and a wallet asset', () => {
    holds(entities.tokenBalanceSchema, [], listed('S3-05'))
    holds(entities.tokenBalanceSchema, ['quantity'], inside('S3-05', 'quantity', '{', '}'))
    holds(entities.walletAssetSchema, [], between(rule('S3-06'), 'assets with ', '.'))
    holds(entities.walletAssetSchema, ['metadata'], inside('S3-06', 'metadata', '{', '}'))
  })

  test('[S3-07][S3-08][S3-09] of listings, connectors, recent wallets and deep links', () => {
    holds(entities.walletListingSchema, [], listed('S3-07'))
    holds(entities.connectorInfoSchema, [], listed('S3-08').replace('info.rdns', 'info'))
    holds(entities.connectorInfoSchema, ['info'], 'rdns')
    expect(namesIn(inside('S3-08', 'type'))).toEqual(entities.connectorTypes)
    holds(entities.recentWalletSchema, [], between(rule('S3-09'), 'Recent wallet: ', '.'))
    holds(entities.deepLinkChoiceSchema, [], between(rule('S3-09'), 'Deep-link choice: ', '.'))
  })

  test('[S3-10][S3-11][S3-12] of send and transaction history', () => {
    holds(entities.sendStateSchema, [], listed('S3-10'))
    holds(entities.historyItemSchema, [], listed('S3-11'))
    holds(entities.historyItemSchema, ['metadata'], inside('S3-11', 'metadata'))
    holds(entities.historyItemSchema, ['transfers'], 'nft_info, fungible_info')
    expect(inside('S3-11', 'transfers')).toMatch(/nft_info.*flags\.is_spam.*fungible_info/)
    holds(entities.historyStateSchema, [], listed('S3-12'))
  })

  test('[S3-13] of a sign-in session', () => {
    holds(entities.signInSessionSchema, [], listed('S3-13'))
    holds(entities.signInSessionSchema, ['data'], inside('S3-13', 'data'))
  })

  test('[S3-14][S3-15] of on-ramp options and quotes', () => {
    holds(entities.onrampOptionsSchema, [], listed('S3-14'))
    const purchase = inside('S3-14', 'purchaseCurrencies')
    holds(entities.onrampOptionsSchema, ['purchaseCurrencies'], purchase.replace(/ with .*/, ''))
    holds(
      entities.onrampOptionsSchema,
      ['purchaseCurrencies', 'networks'],
      between(`${purchase})`, 'networks with ', ')'),
    )
    const payment = inside('S3-14', 'paymentCurrencies')
    holds(entities.onrampOptionsSchema, ['paymentCurrencies'], payment.replace(/ with .*/, ''))
    holds(
      entities.onrampOptionsSchema,
      ['paymentCurrencies', 'payment_method_limits'],
      between(`${payment})`, 'limits with ', ')'),
    )
    holds(entities.onrampQuoteSchema, [], listed('S3-15'))
    holds(entities.onrampQuoteSchema, ['paymentTotal'], 'amount, currency')
  })

  test('[S3-16] of an identity and a name suggestion', () => {
    holds(entities.identitySchema, [], between(rule('S3-16'), 'Identity: ', '.'))
    holds(entities.nameSuggestionSchema, [], between(rule('S3-16'), 'Name suggestion: ', '.'))
  })

  test('of the app metadata', () => {
    holds(entities.metadataSchema, [], inside('S3-17', 'metadata'))
  })
})
