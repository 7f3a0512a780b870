/** What other packages may import. A change here is a change of the public interface. */
import { expect, test } from 'vitest'
import * as core from './index.js'
import * as relay from './relay/index.js'
import * as screen from './screen.js'
import * as testing from './testing/index.js'

test('the exports of @latchkey/core', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "LatchkeyError",
      "RpcError",
      "createDefaultStorage",
      "createFallback",
      "createLatchkey",
      "createMemoryStorage",
      "createMutation",
      "createRpc",
      "createSystemClock",
      "defineAdapter",
      "defineConnector",
      "isLatchkeyError",
      "isUserRejection",
      "selectAccount",
      "selectBalance",
      "selectConnector",
      "selectIsConnected",
      "selectNetwork",
      "selectRoute",
      "selectStatus",
      "selectView",
      "selectWallet",
      "toNetwork",
      "toNetworkId",
    ]
  `)
})

test('the exports of @latchkey/core/screen', () => {
  expect(Object.keys(screen).sort()).toMatchInlineSnapshot(`
    [
      "activity",
      "back",
      "balances",
      "beginTransaction",
      "browseLink",
      "cancelSignIn",
      "chooseRelayWallet",
      "contextOf",
      "defineFeature",
      "detectPlatform",
      "directory",
      "dismissAlert",
      "embedded",
      "endTransaction",
      "exactText",
      "explorerHash",
      "fiatText",
      "firstWay",
      "hideToast",
      "identity",
      "linkLadder",
      "linkTarget",
      "makePaymentLink",
      "names",
      "nfts",
      "nftsKey",
      "onramp",
      "opensApp",
      "otherText",
      "parsePaymentLink",
      "pay",
      "priceOf",
      "push",
      "quantityText",
      "reachesOtherWallets",
      "readAmount",
      "readSurroundings",
      "recentWallets",
      "replace",
      "reportProviderError",
      "retryRelay",
      "send",
      "sendNeed",
      "shake",
      "showAlert",
      "showToast",
      "signIn",
      "signInReady",
      "startFeature",
      "storeLink",
      "subjectKey",
      "subjectOf",
      "sumDecimals",
      "swaps",
      "telegramPlatform",
      "tokens",
      "transactionId",
      "transactions",
      "typedDecimal",
      "unitsOf",
      "unitsWorth",
      "walletLink",
      "waysToWallet",
      "worthOf",
    ]
  `)
})

test('the exports of @latchkey/core/testing', () => {
  expect(Object.keys(testing).sort()).toMatchInlineSnapshot(`
    [
      "createFakeAdapter",
      "createFakeApi",
      "createFakeClock",
      "createFakeFetch",
      "createFakeSocketPair",
      "createFakeStorage",
      "createFakeWallet",
      "createTestKit",
      "fakeNetwork",
      "settle",
      "userRejection",
    ]
  `)
})

test('an app sees the kit, and nothing of what it works with', () => {
  const { kit, context } = testing.createTestKit()
  const insides = Object.keys(context).filter((name) => !(name in kit))
  expect(insides.sort()).toEqual(['clock', 'events', 'jobs', 'log', 'services', 'storage'])
  expect(Object.keys(kit.store).sort()).toEqual(['get', 'subscribe'])
  expect(screen.contextOf(kit)).toBe(context)
  expect(screen.contextOf(context)).toBe(context)
  kit.destroy()
})

test('the exports of @latchkey/core/relay', () => {
  expect(Object.keys(relay).sort()).toMatchInlineSnapshot(`
    [
      "RelayPeerError",
      "authMessage",
      "authSessions",
      "createAuth",
      "openClient",
      "proposalFor",
    ]
  `)
})
