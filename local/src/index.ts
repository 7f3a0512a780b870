/** The local world for other rooms: the e2e harness and the benches boot it from here. */
export {
  type BitcoinAccount,
  type BitcoinAccounts,
  type BitcoinKey,
  bitcoinAccounts,
} from './bitcoin/accounts.js'
export { regtest } from './bitcoin/network.js'
export { networkId as bitcoinNetworkId } from './bitcoin/networkId.js'
export { type Bitcoin, type BitcoinOptions, startBitcoin } from './bitcoin/startBitcoin.js'
export { type LocalAccount, type LocalAccounts, localAccounts, testMnemonic } from './evm/accounts.js'
export {
  addresses,
  type ContractName,
  canonical,
  type LocalToken,
  rangeAddresses,
  reef,
  smartAccounts,
  type TokenName,
  tokens,
} from './evm/addresses.js'
export { chainId, networkId } from './evm/chainId.js'
export { abis, deployables } from './evm/deployables.js'
export { localChain } from './evm/localChain.js'
export { marketFacts, onrampSandbox, operationSettings } from './evm/marketFacts.js'
export { type Evm, type EvmOptions, startEvm } from './evm/startEvm.js'
export type { Channel } from './farcaster/channels.js'
export { signAs, signSignIn } from './farcaster/signAs.js'
export { type Farcaster, startFarcaster } from './farcaster/startFarcaster.js'
export { standInProviders } from './identity/services.js'
export { type Identity, identitySettings, startIdentity } from './identity/startIdentity.js'
export { type CaughtMail, type MailSink, startMail } from './mail/startMail.js'
export { defaultPortBase, type PortName, type Ports, ports } from './ports.js'
export { type SolanaAccounts, solanaAccounts } from './solana/accounts.js'
export { solanaFacts } from './solana/marketFacts.js'
export { networkId as solanaNetworkId } from './solana/networkId.js'
export { type Solana, type SolanaOptions, startSolana } from './solana/startSolana.js'
export { type SolanaToken, type SolanaTokenName, solanaTokens } from './solana/tokens.js'
export type { LocalJson } from './world/localJson.js'
export { startWorld, type World, type WorldEvent, type WorldOptions } from './world/startWorld.js'
