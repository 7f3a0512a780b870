/** Puts the contracts where `addresses` says: our own by nonce, the EntryPoints by CREATE2 with their published salts. */
import { createRequire } from 'node:module'
import { type Abi, type Address, concat, encodeDeployData, type Hex, isAddressEqual } from 'viem'
import badges from '../../../contracts/artifacts/Badges.json' with { type: 'json' }
import keys from '../../../contracts/artifacts/Keys.json' with { type: 'json' }
import nameRegistry from '../../../contracts/artifacts/NameRegistry.json' with { type: 'json' }
import nameResolver from '../../../contracts/artifacts/NameResolver.json' with { type: 'json' }
import pairFactory from '../../../contracts/artifacts/PairFactory.json' with { type: 'json' }
import permitToken from '../../../contracts/artifacts/PermitToken.json' with { type: 'json' }
import reverseRegistrar from '../../../contracts/artifacts/ReverseRegistrar.json' with { type: 'json' }
import router from '../../../contracts/artifacts/Router.json' with { type: 'json' }
import silentToken from '../../../contracts/artifacts/SilentToken.json' with { type: 'json' }
import stuckToken from '../../../contracts/artifacts/StuckToken.json' with { type: 'json' }
import token from '../../../contracts/artifacts/Token.json' with { type: 'json' }
import tollToken from '../../../contracts/artifacts/TollToken.json' with { type: 'json' }
import universalResolver from '../../../contracts/artifacts/UniversalResolver.json' with { type: 'json' }
import wrappedEther from '../../../contracts/artifacts/WrappedEther.json' with { type: 'json' }
import { addresses, type ContractName, canonical, type LocalToken, tokens } from '../addresses.js'
import type { Request } from '../rpc.js'
import type { Send } from './sender.js'

interface Artifact {
  readonly abi: unknown
  readonly bytecode: string
}

const tokenArguments = ({ name, symbol, decimals }: LocalToken) => [name, symbol, decimals]

const deployments: Record<ContractName, { artifact: Artifact; args?: readonly unknown[] }> = {
  weth: { artifact: wrappedEther },
  usdc: { artifact: permitToken, args: tokenArguments(tokens.usdc) },
  dai: { artifact: token, args: tokenArguments(tokens.dai) },
  usdt: { artifact: silentToken, args: tokenArguments(tokens.usdt) },
  toll: { artifact: tollToken, args: tokenArguments(tokens.toll) },
  stuck: { artifact: stuckToken, args: tokenArguments(tokens.stuck) },
  keys: { artifact: keys },
  badges: { artifact: badges },
  pairFactory: { artifact: pairFactory },
  router: { artifact: router, args: [addresses.pairFactory, addresses.weth] },
  nameRegistry: { artifact: nameRegistry },
  nameResolver: { artifact: nameResolver, args: [addresses.nameRegistry] },
  reverseRegistrar: { artifact: reverseRegistrar, args: [addresses.nameResolver] },
  universalResolver: { artifact: universalResolver, args: [addresses.nameRegistry] },
}

export async function deployContracts(send: Send, from: Address): Promise<void> {
  // Object.keys of the address table is its written order, which is the order of the nonces.
  for (const name of Object.keys(addresses) as ContractName[]) {
    const { artifact, args = [] } = deployments[name]
    // JSON modules are typed as plain strings; the compile script writes an ABI and 0x-prefixed hex.
    const data = encodeDeployData({
      abi: artifact.abi as Abi,
      bytecode: artifact.bytecode as Hex,
      args: [...args],
    })
    const { contractAddress } = await send({ from, data })
    if (!contractAddress || !isAddressEqual(contractAddress, addresses[name]))
      throw new Error(`${name} landed at ${contractAddress}, but addresses.ts says ${addresses[name]}`)
  }
}

/**
 * The EntryPoint's source is GPL, so its bytecode is not in this repository: it is read from the development
 * dependency. The salts are the published ones and lead to the canonical addresses.
 */
const entryPoints = [
  {
    file: 'entrypoint-0.7/artifacts/EntryPoint.json',
    salt: '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3',
    address: canonical.entryPoint07,
  },
  {
    file: '@account-abstraction/contracts/artifacts/EntryPoint.json',
    salt: '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9',
    address: canonical.entryPoint08,
  },
] as const

/** Deploys what is installed; an installation without development dependencies has a chain without EntryPoints. */
export async function deployEntryPoints(send: Send, request: Request, from: Address): Promise<void> {
  const require = createRequire(import.meta.url)
  for (const { file, salt, address } of entryPoints) {
    const bytecode = readBytecode(require, file)
    if (!bytecode) {
      console.warn(`${file} is not installed: no EntryPoint at ${address}`)
      continue
    }
    await send({ from, to: canonical.create2Deployer, data: concat([salt, bytecode]) })
    const code = await request('eth_getCode', [address, 'latest'])
    if (code === '0x') throw new Error(`the EntryPoint of ${file} is not at its canonical address ${address}`)
  }
}

function readBytecode(require: NodeJS.Require, file: string): Hex | undefined {
  let path: string
  try {
    path = require.resolve(file)
  } catch {
    return undefined
  }
  return (require(path) as { bytecode: Hex }).bytecode // a Hardhat artifact
}
