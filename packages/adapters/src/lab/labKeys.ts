/** Keys for lab wallets: the first accounts of the test mnemonic everybody knows, funded on local chains, worth nothing elsewhere. */
import type { Hex } from '../eip155/quantity.js'

export const labKeys: readonly [Hex, Hex, Hex] = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
]

/** Signs where a wallet is told to sign wrongly; none of the accounts above. */
export const strangerKey: Hex = '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'
