/** What a gateway has to be told of the local chain to name and price what is on it. */
import { solanaTokens } from './tokens.js'

export const solanaFacts = {
  tokens: Object.values(solanaTokens).map(({ address, name, symbol }) => ({ address, name, symbol })),
  dollars: [solanaTokens.usdc.address, solanaTokens.usdt.address],
}
