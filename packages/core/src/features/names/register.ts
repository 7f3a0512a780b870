/** Registers a name for the account that is shown: a nonce, a signature, and the gateway's yes (S4-21, S7-16). */
import type { Address, NetworkId } from '@latchkey/spec/caip'
import { nameNonce, registerName } from '@latchkey/spec/endpoints'
import { LatchkeyError } from '@latchkey/spec/errors'
import { isSameAddress } from '@latchkey/spec/validation'
import type { Api } from '../../api.js'
import type { KitContext } from '../../context.js'
import { startFeature } from '../../feature.js'
import { mayPass } from '../../mayPass.js'
import { pageOrigin } from '../../pageOrigin.js'
import { selectAccount } from '../../select.js'
import { identity } from '../onDemand.js'
import { coinTypeOf, registrationMessage } from './message.js'
import { askOwner, nameError } from './nameService.js'

export interface RegisterInput {
  /** The whole name, with its zone. */
  readonly name: string
  /** Gives up before the wallet has signed; a request on its way to the gateway is not called back. */
  readonly signal?: AbortSignal
  /** The wallet has signed, and the gateway is asked. */
  readonly onSigned?: () => void
}

export async function register(
  context: KitContext,
  { name, signal, onSigned }: RegisterInput,
): Promise<void> {
  const { activeNetworks } = context.store.get()
  const address = selectAccount(context.store.get(), 'eip155')?.address
  const networkId = activeNetworks.eip155?.networkId
  if (!address || !networkId) throw new LatchkeyError('connection.not-connected', { ns: 'eip155' })
  const api = await context.services.api()
  if (!api) throw nameError('names.register-failed', undefined, name)

  const asked = await api.call(nameNonce, {}, { signal }).catch((cause: unknown) => {
    throw signal?.aborted ? cause : nameError('names.register-failed', cause, name)
  })
  const domain = new URL(pageOrigin() ?? context.options.metadata?.url ?? api.baseUrl).host
  const { projectId } = context.options
  const message = registrationMessage({ name, domain, projectId, networkId, ...asked })
  const signature = await context.signMessage({
    namespace: 'eip155',
    address,
    networkId,
    message,
    ...(signal && { signal }),
  })
  onSigned?.()
  await hand(api, { name, address, networkId, message, signature })
  await showName(context, { address, name })
}

/** The name is registered already: what keeps it from being shown does not undo that. */
async function showName(
  context: KitContext,
  { address, name }: { readonly address: Address; readonly name: string },
): Promise<void> {
  try {
    const names = await startFeature(context, identity)
    await names?.renew({ address, namespace: 'eip155', registered: name })
  } catch (cause) {
    context.log.warn(`${name} is registered, but could not be shown yet`, cause)
  }
}

interface Signed {
  readonly name: string
  readonly address: Address
  readonly networkId: NetworkId
  readonly message: string
  readonly signature: string
}

async function hand(api: Api, signed: Signed): Promise<void> {
  const { name, address, networkId, message, signature } = signed
  // A wallet's signature and an eip155 address are `0x…`; the gateway checks both.
  const body = {
    message,
    signature: signature as `0x${string}`,
    coin_type: coinTypeOf(networkId),
    address: address as string as `0x${string}`,
  }
  try {
    await api.call(registerName, { body })
  } catch (cause) {
    // The nonce is burnt and the answer was lost: whose name it is now says whether it went well.
    if (mayPass(cause) && (await isOwner(api, signed))) return
    throw nameError('names.register-failed', cause, name)
  }
}

/**
 * Whether a name is the account's by now. A gateway whose database is slow may register it after everybody stopped
 * waiting; then it is shown as if the answer had come.
 */
export async function isOursByNow(context: KitContext, name: string): Promise<boolean> {
  const address = selectAccount(context.store.get(), 'eip155')?.address
  const networkId = context.store.get().activeNetworks.eip155?.networkId
  const api = await context.services.api()
  if (!api || !address || !networkId || !(await isOwner(api, { name, address, networkId }))) return false
  await showName(context, { address, name })
  return true
}

async function isOwner(
  api: Api,
  { address, ...asked }: Pick<Signed, 'name' | 'address' | 'networkId'>,
): Promise<boolean> {
  const owner = await askOwner(api, asked, { isFresh: true }).catch(() => undefined)
  return owner !== undefined && isSameAddress('eip155', owner, address)
}
