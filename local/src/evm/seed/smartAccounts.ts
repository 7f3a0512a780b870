/** Smart accounts of the local chain: the account, its factory, the validator of sessions, and a paymaster with money. */
import {
  type Abi,
  type Address,
  concat,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  parseEther,
} from 'viem'
import account from '../../../contracts/artifacts/LatchkeyAccount.json' with { type: 'json' }
import factory from '../../../contracts/artifacts/LatchkeyAccountFactory.json' with { type: 'json' }
import sessionValidator from '../../../contracts/artifacts/SessionValidator.json' with { type: 'json' }
import paymaster from '../../../contracts/artifacts/SponsorPaymaster.json' with { type: 'json' }
import { sponsorPaymasterAbi } from '../abis.js'
import type { LocalAccounts } from '../accounts.js'
import { canonical, smartAccounts } from '../addresses.js'
import type { Request } from '../rpc.js'
import type { Send } from './sender.js'

/** The same on every network, so that an account has one address everywhere. */
const salt: Hex = `0x${'00'.repeat(32)}`
const deposit = parseEther('1000')

interface Deployment {
  readonly artifact: { readonly abi: unknown; readonly bytecode: string }
  readonly args?: readonly unknown[]
  readonly address: Address
}

/** Deploys by CREATE2, whose addresses follow the bytecode; does nothing on a chain without an EntryPoint. */
export async function deploySmartAccounts(
  send: Send,
  request: Request,
  { bundler, paymaster: signer }: LocalAccounts,
): Promise<void> {
  if ((await request('eth_getCode', [canonical.entryPoint07, 'latest'])) === '0x') return
  const from = bundler.address
  const deployments: readonly Deployment[] = [
    { artifact: account, address: smartAccounts.implementation },
    { artifact: factory, args: [smartAccounts.implementation], address: smartAccounts.factory },
    { artifact: sessionValidator, address: smartAccounts.sessionValidator },
    {
      artifact: paymaster,
      args: [canonical.entryPoint07, from, signer.address],
      address: smartAccounts.paymaster,
    },
  ]
  for (const { artifact, args = [], address } of deployments) {
    // JSON modules are typed as plain strings; the compile script writes an ABI and 0x-prefixed hex.
    const code = encodeDeployData({
      abi: artifact.abi as Abi,
      bytecode: artifact.bytecode as Hex,
      args: [...args],
    })
    await send({ from, to: canonical.create2Deployer, data: concat([salt, code]) })
    if ((await request('eth_getCode', [address, 'latest'])) === '0x')
      throw new Error(`nothing landed at ${address}: the bytecode has changed, addresses.ts has not`)
  }
  const data = encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: 'deposit' })
  await send({ from, to: smartAccounts.paymaster, data, value: deposit })
}
