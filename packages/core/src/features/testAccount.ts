/** For tests: a connected account, and a gateway that answers what the test says. */
import { type Feature, startFeature } from '../feature.js'
import type { FakeAnswer, FakeCall } from '../testing/createFakeFetch.js'
import { createFakeWallet, createTestKit, fakeNetwork } from '../testing/index.js'
import { subjectOf } from './subject.js'

interface TestAccountInput<handle> {
  readonly feature: Feature<handle>
  /** What of a call's path says that it is for the feature. */
  readonly path: string
  readonly answer: (call: FakeCall, query: URLSearchParams) => FakeAnswer
  readonly served?: readonly string[]
}

export async function createTestAccount<handle>(input: TestAccountInput<handle>) {
  const { feature, path, answer, served = ['eip155:1'] } = input
  const wallet = createFakeWallet()
  const world = createTestKit({
    wallets: [wallet],
    networks: [fakeNetwork(), fakeNetwork({ reference: '10' })],
    gatewayUrl: 'https://gateway.test',
    features: { analytics: false },
  })
  world.fetch.always((call) => {
    const { pathname, searchParams } = new URL(call.url)
    if (pathname === '/v1/supported-chains') return { json: { http: served, ws: [] } }
    return pathname.endsWith(path) ? answer(call, searchParams) : { status: 404 }
  })
  await world.kit.connect({ connectorId: 'fake' })
  const handle = await startFeature(world.context, feature)
  const subject = subjectOf(world.kit.store.get())
  if (!handle || !subject) throw new Error('the feature did not start')
  const asked = () =>
    world.fetch.calls
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => pathname.endsWith(path))
      .map(({ searchParams }) => searchParams)
  /** Runs something that fails, past every retry of the request and of the query (S8-33). */
  const pastRetries = async <T>(work: Promise<T>): Promise<T> => {
    await world.clock.advanceAsync(12_000)
    return work
  }
  return { ...world, wallet, handle, subject, asked, pastRetries }
}
