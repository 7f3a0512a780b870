/** What a gateway has to be told of the local chain to price, swap and list what is on it. */
import { addresses, canonical, tokens } from './addresses.js'

export const marketFacts = {
  wrapped: addresses.weth,
  multicall: canonical.multicall3,
  dollars: [addresses.usdc],
  exchanges: [{ name: 'Local pools', factory: addresses.pairFactory, router: addresses.router }],
  tokens: Object.values(tokens).map(({ kind, ...token }) => ({ ...token, isPermit: kind === 'permit' })),
}
