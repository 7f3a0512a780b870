/** Smart accounts on the local chain, as an unmodified client of viem and as the wallet’s own library have them. */
import {
  createSmartAccount,
  deploymentCall,
  encodeCalls,
  type Hex,
  type SmartAccount,
} from '@latchkey/accounts'
import { localChain, operationSettings } from '@latchkey/local'
import { createPublicClient, http, type PublicClient } from 'viem'
import {
  type BundlerClient,
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Abi,
  entryPoint07Address,
  getUserOperationHash,
  type SmartAccountImplementation,
  toSmartAccount,
  type SmartAccount as ViemAccount,
} from 'viem/account-abstraction'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { TestChain } from './localChain.js'
import type { TestGateway } from './startTestGateway.js'

/** What a gateway needs to bundle on the local chain; `changes` go into the paymaster's rules for everybody. */
export function operationEnvironment(evmUrl: string, policy?: Record<string, unknown>) {
  const { bundlerKeys, paymasters } = operationSettings()
  const rules = policy ? { projects: { '*': policy } } : {}
  const changed = Object.fromEntries(
    Object.entries(paymasters).map(([network, paymaster]) => [network, { ...paymaster, ...rules }]),
  )
  return {
    LATCHKEY_UPSTREAMS: JSON.stringify({ 'eip155:31337': [evmUrl] }),
    LATCHKEY_BUNDLER_KEYS: JSON.stringify(bundlerKeys),
    LATCHKEY_PAYMASTERS: JSON.stringify(changed),
  }
}

const bundlerPath = '/v1/bundler?chainId=eip155:31337'

let made = 0
/** Somebody new each time, so that no test meets the accounts of another. */
export function newOwner(): PrivateKeyAccount {
  made += 1
  return privateKeyToAccount(`0x${(0x5eed_0000 + made).toString(16).padStart(64, '0')}`)
}

/** Raw JSON-RPC; throws the error that it is answered with. */
export async function askBundler(
  gateway: TestGateway,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await gateway.ask(bundlerPath, { method: 'POST', body })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string }
  } // JSON-RPC
  if (error) throw Object.assign(new Error(error.message), error)
  return result
}

export function ownAccount(
  gateway: TestGateway,
  chain: TestChain,
  owner: PrivateKeyAccount,
  salt = 0n,
): SmartAccount {
  return createSmartAccount({
    owner: owner.address,
    salt,
    chainId: chain.evm.chainId,
    chain: chain.evm.request,
    bundler: (method, params) => askBundler(gateway, method, params),
    sign: (hash) => owner.sign({ hash }),
  })
}

export async function fund(chain: TestChain, to: Hex, value = 10n ** 18n): Promise<void> {
  const [from] = chain.people
  if (!from) throw new Error('the local chain has nobody')
  await chain.send(from, { to, value })
}

/** Our account as viem describes accounts; nothing of viem's client is changed. */
export async function viemAccount(
  client: PublicClient,
  account: SmartAccount,
  owner: PrivateKeyAccount,
  salt = 0n,
) {
  return toSmartAccount<SmartAccountImplementation<typeof entryPoint07Abi, '0.7'>>({
    client,
    entryPoint: { abi: entryPoint07Abi, address: entryPoint07Address, version: '0.7' },
    getAddress: async () => account.address,
    encodeCalls: async (calls) =>
      encodeCalls(calls.map(({ to, value, data }) => ({ to, value: value ?? 0n, data: data ?? '0x' }))),
    getFactoryArgs: async () => deploymentCall({ owner: owner.address, salt }),
    getStubSignature: async () => `0x${'ff'.repeat(31)}07${'77'.repeat(32)}1c`,
    signMessage: ({ message }) =>
      account.signMessage(typeof message === 'string' ? message : { raw: message.raw as Hex }),
    signTypedData: (data) =>
      account.signTypedData(data as unknown as Parameters<SmartAccount['signTypedData']>[0]),
    async signUserOperation(operation) {
      const { chainId: _, ...rest } = operation
      const hash = getUserOperationHash({
        chainId: account.chainId,
        entryPointAddress: entryPoint07Address,
        entryPointVersion: '0.7',
        userOperation: { ...rest, sender: account.address },
      })
      return owner.sign({ hash })
    },
  })
}

export function viemClients(
  gateway: TestGateway,
  chain: TestChain,
): { reader: PublicClient; bundler: (account: ViemAccount, isSponsored?: boolean) => BundlerClient } {
  const reader = createPublicClient({ chain: localChain(chain.evm.url), transport: http(chain.evm.url) })
  const transport = http(`http://127.0.0.1:${gateway.apiPort}${bundlerPath}`)
  return {
    reader,
    bundler: (account, isSponsored = false) =>
      createBundlerClient({
        account,
        client: reader,
        transport,
        pollingInterval: 50,
        ...(isSponsored ? { paymaster: createPaymasterClient({ transport }) } : {}),
      }) as BundlerClient, // viem types the account into it; the tests do not need it there
  }
}
