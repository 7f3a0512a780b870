/** Block 0: who is rich, and the code that stands at well-known addresses from the start. */
import { type Hex, parseEther } from 'viem'
import idRegistry from '../../contracts/artifacts/IdRegistry.json' with { type: 'json' }
import keyRegistry from '../../contracts/artifacts/KeyRegistry.json' with { type: 'json' }
import multicall3 from '../../contracts/artifacts/Multicall3.json' with { type: 'json' }
import type { LocalAccounts } from './accounts.js'
import { canonical } from './addresses.js'
import type { GenesisAccount } from './chain.js'

/** The deterministic deployer that networks have at 0x4e59…956C: salt, then init code; it answers with the address. */
const create2DeployerCode: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

export function genesisAccounts({
  people,
  deployer,
  faucet,
  bundler,
  onramp,
  ranges,
}: LocalAccounts): GenesisAccount[] {
  return [
    ...people.map(({ address }) => ({ address, balance: parseEther('10000') })),
    { address: deployer.address, balance: parseEther('100000') },
    { address: faucet.address, balance: parseEther('1000000000') },
    { address: bundler.address, balance: parseEther('10000') },
    { address: onramp.address, balance: parseEther('1000000') },
    { address: ranges.address, balance: parseEther('10000') },
    { address: canonical.create2Deployer, code: create2DeployerCode },
    // The compile script writes `runtime` as 0x-prefixed hex.
    { address: canonical.multicall3, code: multicall3.runtime as Hex },
    { address: canonical.farcasterIds, code: idRegistry.runtime as Hex },
    { address: canonical.farcasterKeys, code: keyRegistry.runtime as Hex },
  ]
}
