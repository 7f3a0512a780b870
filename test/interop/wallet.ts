/** A wallet of the protocol's own unmodified client, with real keys. It does what the test tells it to. */
import { randomUUID } from 'node:crypto'
import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

export type Wallet = Awaited<ReturnType<typeof openWallet>>

export interface OpenWalletInput {
  readonly relayUrl: string
  /** Chains it approves. */
  readonly chains?: readonly string[]
  readonly keys?: readonly Hex[]
  readonly prefix?: string
}

const methods = [
  'personal_sign',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_getCapabilities',
]
const events = ['chainChanged', 'accountsChanged']

export async function openWallet({
  relayUrl,
  chains = ['eip155:1', 'eip155:10'],
  keys = [generatePrivateKey(), generatePrivateKey()],
  prefix = randomUUID(),
}: OpenWalletInput) {
  const core = new Core({
    relayUrl,
    projectId: 'interop',
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: prefix,
    storageOptions: { database: ':memory:' },
  })
  const kit = await WalletKit.init({
    // Its types were not written for exact optional properties.
    core: core as never,
    metadata: { name: 'Oracle', description: 'A wallet for tests', url: 'https://wallet.test', icons: [] },
  })
  const accounts = keys.map((key) => privateKeyToAccount(key))
  const [account] = accounts
  if (!account) throw new Error('a wallet needs a key')

  const namespaces = (
    on: readonly string[] = chains,
    addresses = accounts.map(({ address }) => address),
  ) => ({
    eip155: {
      chains: [...on],
      accounts: on.flatMap((chain) => addresses.map((address) => `${chain}:${address}`)),
      methods,
      events,
    },
  })

  /** The next event of a kind. */
  const next = <name extends WalletKitTypes.Event>(name: name) =>
    new Promise<WalletKitTypes.EventArguments[name]>((resolve) => {
      kit.once(name, resolve)
    })

  return {
    kit,
    accounts,
    account,
    namespaces,
    next,
    pair: (uri: string) => kit.pair({ uri }),
    /** Scans the code and says yes. */
    async approve(uri: string) {
      const proposed = next('session_proposal')
      await kit.pair({ uri })
      return kit.approveSession({ id: (await proposed).id, namespaces: namespaces() })
    },
    async reject(uri: string) {
      const proposed = next('session_proposal')
      await kit.pair({ uri })
      const { id } = await proposed
      await kit.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } })
    },
    /** Answers the next request by signing it, or with a refusal. */
    async answerNext(answer: 'sign' | 'refuse' = 'sign') {
      const { topic, id, params } = await next('session_request')
      if (answer === 'refuse') {
        const error = { code: 5000, message: 'User rejected.' }
        await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', error } })
        return params
      }
      const [raw] = params.request.params as [Hex] // what `personal_sign` takes first
      const result = await account.signMessage({ message: { raw } })
      await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
      return params
    },
    /** Scans the code of a one-click sign-in, and signs it for every chain. */
    async authenticate(uri: string) {
      const asked = next('session_authenticate')
      await kit.pair({ uri })
      const { id, params } = await asked
      const authPayload = populateAuthPayload({
        authPayload: params.authPayload,
        chains: [...chains],
        methods,
      })
      const auths = await Promise.all(
        authPayload.chains.map(async (chain) => {
          const iss = `${chain}:${account.address}`
          const message = kit.formatAuthMessage({ request: authPayload, iss })
          const signature = await account.signMessage({ message })
          return buildAuthObject(authPayload, { t: 'eip191', s: signature }, iss)
        }),
      )
      return kit.approveSessionAuthenticate({ id, auths })
    },
    /** Questions of this wallet that nobody answered yet, or that were refused. */
    unanswered: (topic: string) =>
      core.history.values.filter(
        ({ topic: on, response }) => on === topic && (response === undefined || 'error' in response),
      ),
    /** Loses the connection, as a phone in a pocket does. */
    sleep: () => core.relayer.transportClose(),
    wake: () => core.relayer.transportOpen(),
    close: () => core.relayer.transportClose(),
  }
}
