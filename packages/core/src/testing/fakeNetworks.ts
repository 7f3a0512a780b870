/** Networks for tests: real in shape, nowhere in fact. */
import { type Namespace, networkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'

export interface FakeNetworkInput {
  readonly namespace?: Namespace
  readonly reference?: string
  readonly name?: string
  readonly testnet?: boolean
}

/** A network that no node serves: mainnet unless told otherwise. */
export function fakeNetwork({
  namespace = 'eip155',
  reference = '1',
  name = `${namespace} ${reference}`,
  testnet,
}: FakeNetworkInput = {}): Network {
  return {
    id: namespace === 'eip155' ? Number(reference) : reference,
    chainNamespace: namespace,
    caipNetworkId: networkId({ namespace, reference }),
    name,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [`https://rpc.test/${namespace}/${reference}`] } },
    ...(testnet === undefined ? {} : { testnet }),
  }
}
