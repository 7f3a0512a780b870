/** Fakes for everything the kit talks to, for the tests of apps, adapters and of the kit itself. */
export type { CreateFakeAdapterInput, FakeAdapter } from './createFakeAdapter.js'
export { createFakeAdapter } from './createFakeAdapter.js'
export type { FakeApi } from './createFakeApi.js'
export { createFakeApi } from './createFakeApi.js'
export type { FakeClock } from './createFakeClock.js'
export { createFakeClock, settle } from './createFakeClock.js'
export type { FakeAnswer, FakeCall, FakeFetch } from './createFakeFetch.js'
export { createFakeFetch } from './createFakeFetch.js'
export type { FakeSocket, FakeSocketPair, SocketEventType } from './createFakeSocketPair.js'
export { createFakeSocketPair } from './createFakeSocketPair.js'
export type { FakeStorage } from './createFakeStorage.js'
export { createFakeStorage } from './createFakeStorage.js'
export type {
  CreateFakeWalletInput,
  FakeCapability,
  FakePrompt,
  FakePromptKind,
  FakeWallet,
} from './createFakeWallet.js'
export { createFakeWallet, userRejection } from './createFakeWallet.js'
export type { TestKit, TestKitInput } from './createTestKit.js'
export { createTestKit } from './createTestKit.js'
export type { FakeNetworkInput } from './fakeNetworks.js'
export { fakeNetwork } from './fakeNetworks.js'
