/** What a gateway has to be told of the local chain to price, swap and list what is on it. */
import { localAccounts } from './accounts.js'
import { addresses, canonical, rangeAddresses, reef, smartAccounts, tokens } from './addresses.js'
import { networkId } from './chainId.js'

export const marketFacts = {
  wrapped: addresses.weth,
  multicall: canonical.multicall3,
  dollars: [addresses.usdc],
  exchanges: [
    { name: 'Local pools', factory: addresses.pairFactory, router: addresses.router },
    {
      kind: 'concentrated',
      name: 'Local ranges',
      factory: rangeAddresses.factory,
      quoter: rangeAddresses.quoter,
      router: rangeAddresses.router,
      fees: [500, 3_000],
    },
  ],
  universalResolver: addresses.universalResolver,
  tokens: [...Object.values(tokens), reef].map(({ kind, ...token }) => ({
    ...token,
    isPermit: kind === 'permit',
  })),
}

/** The account from which a gateway's sandbox on-ramp delivers. Its key is public: it is worth nothing anywhere else. */
export function onrampSandbox() {
  return { network: networkId, key: localAccounts().onramp.privateKey }
}

/** The account from which a gateway bundles user operations, and what its paymaster gives away each day: 10 ether. */
export function operationSettings() {
  const { bundler, paymaster } = localAccounts()
  const policy = { perDay: '10000000000000000000', perOperation: '100000000000000000' }
  return {
    bundlerKeys: { [networkId]: bundler.privateKey },
    paymasters: {
      [networkId]: {
        address: smartAccounts.paymaster,
        key: paymaster.privateKey,
        name: 'Latchkey Local',
        projects: { '*': policy },
      },
    },
  }
}
