/** The embedded wallet as a session: what an adapter makes of the link, with the frame's own accounts, networks and rules. */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import { isLatchkeyError, type rpcCodes } from '@latchkey/spec/errors'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { permissionOf } from '@latchkey/spec/permissions'
import type { WalletSession } from '../connector.js'
import type { EmbeddedAccounts } from './accounts.js'
import { disallow } from './disallow.js'
import { FrameError } from './frameError.js'
import type { FrameLink } from './frameLink.js'
import { keepNetwork } from './memory.js'
import type { EmbeddedParts } from './parts.js'

export interface OpenSessionInput {
  readonly namespace: Namespace
  readonly link: FrameLink
  readonly accounts: EmbeddedAccounts
  /** Makes the account of this type the first. */
  readonly prefer: EmbeddedAccounts['prefer']
}

export async function openSession(parts: EmbeddedParts, input: OpenSessionInput): Promise<WalletSession> {
  const { context } = parts
  const { namespace, link, accounts, prefer } = input
  // A network of the page is known to the wallet; it need not be taught.
  const { addNetwork: _, ...session } = await baseSession(parts, input)
  const typed: WalletSession = {
    ...session,
    accounts: (on) =>
      session
        .accounts(on)
        .map((account) => ({ ...account, type: accounts.typeOf(account.address) ?? account.type })),
    networks: () => link.networks(),
    async switchNetwork({ network, signal }) {
      await moveFrame(parts, network.caipNetworkId)
      await session.switchNetwork?.({ network, signal })
    },
    async switchAccount({ address }) {
      const type = accounts.typeOf(address)
      if (!type) throw new LatchkeyError('account.not-found', { address })
      await prefer(namespace, type)
    },
  }
  const { provider } = session
  if (namespace !== 'eip155' || !isProvider(provider)) return typed
  return { ...typed, provider: guardProvider(context, link, provider, (id) => moveFrame(parts, id)) }
}

async function baseSession({ context }: EmbeddedParts, { namespace, link }: OpenSessionInput) {
  const adapter = context.jobs.adapters.get(namespace)
  if (adapter?.openRelaySession) return adapter.openRelaySession(link)
  const { createGenericSession } = await import('../relay/genericSession.js')
  return createGenericSession(link, namespace)
}

async function moveFrame({ context, frame }: EmbeddedParts, networkId: NetworkId): Promise<void> {
  await frame.ask('SWITCH_NETWORK', { chainId: networkId })
  keepNetwork(context, networkId)
}

/** Not read from the table of codes, which no page should load for one of them. */
const userRejected: typeof rpcCodes.userRejected = 4001

interface Asked {
  readonly method: string
  readonly params?: unknown
}

interface Provider {
  request(asked: Asked): Promise<unknown>
}

const isProvider = (value: unknown): value is Provider =>
  value instanceof Object && 'request' in value && typeof value.request === 'function'

/** Answered by the page itself, and so on no list of the wallet's methods. */
const ownMethods: readonly string[] = ['eth_requestAccounts', 'net_version', 'wallet_switchEthereumChain']
/** Means leaving the page where a wallet is behind a relay; here it takes back what an app may do (S6-03). */
const direct: readonly string[] = [
  'wallet_grantPermissions',
  'wallet_requestExecutionPermissions',
  'wallet_revokePermissions',
]

/** EIP-1193 has numbers, and to its libraries what was given up was refused (S4-22). */
function inNumbers(cause: unknown): unknown {
  if (!isLatchkeyError(cause, 'request.aborted')) return cause
  return new FrameError({ message: cause.message, code: userRejected }, { cause })
}

/** S6: for libraries that ask the provider themselves. */
function guardProvider(
  context: EmbeddedParts['context'],
  link: FrameLink,
  provider: Provider,
  moveTo: (networkId: NetworkId) => Promise<void>,
): Provider {
  async function answer(asked: Asked): Promise<unknown> {
    const { method, params } = asked
    if (typeof method !== 'string') return disallow(context, method)
    if (method === 'wallet_switchEthereumChain') {
      const id = chainIn(params)
      if (id && link.networks().includes(id)) await moveTo(id)
      return provider.request(asked)
    }
    if (ownMethods.includes(method)) return provider.request(asked)
    if (permissionOf(method) === undefined) return disallow(context, method)
    if (!direct.includes(method)) return provider.request(asked)
    const networkId = context.store.get().activeNetworks.eip155?.networkId ?? link.networks()[0]
    if (!networkId) throw new LatchkeyError('frame.not-signed-in')
    return link.request({ networkId, method, params })
  }
  return {
    ...provider,
    request: (asked) =>
      answer(asked).catch((cause: unknown) => {
        throw inNumbers(cause)
      }),
  }
}

function chainIn(params: unknown): NetworkId | undefined {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  const chainId = first instanceof Object && 'chainId' in first ? first.chainId : undefined
  if (typeof chainId !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(chainId)) return undefined
  return `eip155:${BigInt(chainId)}`
}
