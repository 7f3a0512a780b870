/** Contracts that tests deploy for themselves, because what they are told depends on the test. */
import type { Hex } from 'viem'
import offchainResolver from '../../contracts/artifacts/OffchainResolver.json' with { type: 'json' }
import operationProbe from '../../contracts/artifacts/OperationProbe.json' with { type: 'json' }
import signingAccountFactory from '../../contracts/artifacts/SigningAccountFactory.json' with { type: 'json' }
import {
  idRegistryAbi,
  keyRegistryAbi,
  latchkeyAccountAbi,
  latchkeyAccountFactoryAbi,
  nameRegistryAbi,
  offchainResolverAbi,
  operationProbeAbi,
  reverseRegistrarAbi,
  sessionValidatorAbi,
  signingAccountAbi,
  signingAccountFactoryAbi,
  sponsorPaymasterAbi,
} from './abis.js'

// The compile script writes `bytecode` as 0x-prefixed hex.
export const deployables = {
  offchainResolver: { abi: offchainResolverAbi, bytecode: offchainResolver.bytecode as Hex },
  signingAccountFactory: { abi: signingAccountFactoryAbi, bytecode: signingAccountFactory.bytecode as Hex },
  /** Never deployed: a bundler carries its runtime. */
  operationProbe: { abi: operationProbeAbi, runtime: operationProbe.runtime as Hex },
} as const

/** How such tests speak to them, and to the names and accounts of the local chain. */
export const abis = {
  account: latchkeyAccountAbi,
  accountFactory: latchkeyAccountFactoryAbi,
  sessionValidator: sessionValidatorAbi,
  paymaster: sponsorPaymasterAbi,
  nameRegistry: nameRegistryAbi,
  reverseRegistrar: reverseRegistrarAbi,
  signingAccount: signingAccountAbi,
  farcasterIds: idRegistryAbi,
  farcasterKeys: keyRegistryAbi,
} as const
