/** What a gateway has to be told of the local chain to price, swap and list what is on it. */
import { localAccounts } from './accounts.js'
import { addresses, canonical, tokens } from './addresses.js'
import { networkId } from './chainId.js'

export const marketFacts = {
  wrapped: addresses.weth,
  multicall: canonical.multicall3,
  dollars: [addresses.usdc],
  exchanges: [{ name: 'Local pools', factory: addresses.pairFactory, router: addresses.router }],
  universalResolver: addresses.universalResolver,
  tokens: Object.values(tokens).map(({ kind, ...token }) => ({ ...token, isPermit: kind === 'permit' })),
}

/** The account from which a gateway's sandbox on-ramp delivers. Its key is public: it is worth nothing anywhere else. */
export function onrampSandbox() {
  return { network: networkId, key: localAccounts().onramp.privateKey }
}
