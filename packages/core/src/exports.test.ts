/** What other packages may import. A change here is a change of the public interface. */
import { expect, test } from 'vitest'
import * as core from './index.js'
import * as testing from './testing/index.js'

test('the exports of @latchkey/core', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "LatchkeyError",
      "RpcError",
      "back",
      "balances",
      "beginTransaction",
      "cancelSignIn",
      "createDefaultStorage",
      "createFallback",
      "createLatchkey",
      "createMemoryStorage",
      "createMutation",
      "createRpc",
      "createStore",
      "createSystemClock",
      "defineAdapter",
      "defineConnector",
      "defineFeature",
      "dismissAlert",
      "endTransaction",
      "hideToast",
      "isLatchkeyError",
      "push",
      "recentWallets",
      "replace",
      "reportProviderError",
      "selectAccount",
      "selectBalance",
      "selectConnector",
      "selectIsConnected",
      "selectNetwork",
      "selectRoute",
      "selectStatus",
      "selectView",
      "selectWallet",
      "shake",
      "showAlert",
      "showToast",
      "signInReady",
      "startFeature",
      "toNetwork",
      "toNetworkId",
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
