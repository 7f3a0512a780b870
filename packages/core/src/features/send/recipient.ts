/** Who is meant: an address with its checksum, a name, or what a payment link says. */
import type { Address } from '@latchkey/spec/caip'
import { errorText, isLatchkeyError } from '@latchkey/spec/errors'
import { isSupportedOn } from '@latchkey/spec/options'
import { isAddress } from '@latchkey/spec/validation'
import type { KitContext } from '../../context.js'
import { startFeature } from '../../feature.js'
import { type PaymentLink, parsePaymentLink } from '../../links/payment.js'
import { identity, names } from '../onDemand.js'
import { networkOf, type Subject } from '../subject.js'
import type { Recipient } from './sendState.js'

const isLinkLike = (text: string) => /^(?:ethereum|solana|bitcoin):/i.test(text)
/** The letters of a whole name: at least one dot, no space. */
const isNameLike = (text: string) => /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(text) && text.length <= 255

export interface ReadText {
  readonly recipient: Recipient
  /** What a link asked for besides. */
  readonly link?: PaymentLink
}

/** Takes a text that somebody typed or pasted. Never rejects, except by `signal`. */
export async function readRecipient(
  context: KitContext,
  {
    text,
    subject,
    signal,
  }: { readonly text: string; readonly subject: Subject; readonly signal: AbortSignal },
): Promise<ReadText> {
  const typed = text.trim()
  if (typed === '') return { recipient: { status: 'empty' } }
  if (!isLinkLike(typed)) return { recipient: await resolve(context, typed, subject, signal) }
  const link = parsePaymentLink(typed)
  const invalid = (problem: 'link' | 'other-namespace' | 'other-network', detail?: string): ReadText => ({
    recipient: { status: 'invalid', problem, ...(detail === undefined ? {} : { detail }) },
  })
  if (!link) return invalid('link')
  const network = networkOf(context, subject)
  if (link.namespace !== network?.chainNamespace) return invalid('other-namespace', link.namespace)
  if (link.networkId && link.networkId !== subject.networkId) {
    const wanted = context.store.get().networks.find(({ caipNetworkId }) => caipNetworkId === link.networkId)
    return invalid('other-network', wanted?.name ?? link.networkId)
  }
  return { recipient: await resolve(context, link.recipient, subject, signal), link }
}

async function resolve(
  context: KitContext,
  text: string,
  subject: Subject,
  signal: AbortSignal,
): Promise<Recipient> {
  const namespace = networkOf(context, subject)?.chainNamespace
  if (!namespace) return { status: 'invalid', problem: 'address' }
  if (isAddress(namespace, text)) return readTyped(context, text, namespace)
  if (!isSupportedOn('names', namespace) || !isNameLike(text))
    return { status: 'invalid', problem: 'address' }
  try {
    const name = text.toLowerCase()
    const address = await ownerOf(context, name, subject, signal)
    signal.throwIfAborted()
    if (!address) return { status: 'invalid', problem: 'unknown-name' }
    // What a service answers is checked like what a person types.
    const found = await readTyped(context, address, namespace)
    return found.status === 'ready' ? { ...found, name } : found
  } catch (cause) {
    signal.throwIfAborted()
    context.log.info(`${text} could not be resolved`, cause)
    return { status: 'failed', reason: reasonOf(cause) }
  }
}

/** S8-13: what the service gave as its reason is what a person reads. */
function reasonOf(error: unknown): string {
  if (!isLatchkeyError(error)) return errorText('names.resolve-failed')
  const { reason } = error.context
  return typeof reason === 'string' ? reason : error.message
}

/** The gateway knows its own names; the others are asked of the chain. */
async function ownerOf(
  context: KitContext,
  name: string,
  subject: Subject,
  signal: AbortSignal,
): Promise<Address | undefined> {
  const network = networkOf(context, subject)
  if (!network) return undefined
  const adapter = context.jobs.adapters.get(network.chainNamespace)
  const feature = await startFeature(context, names)
  const own = await Promise.resolve(feature?.resolve(name)).catch((cause: unknown) => ({ cause }))
  if (typeof own === 'string') return own
  const found = await adapter?.resolveName?.({ name, network, signal })
  // Nobody has it only where everybody could be asked.
  if (!found && own) throw own.cause
  return found
}

async function readTyped(
  context: KitContext,
  text: string,
  namespace: 'eip155' | 'solana' | 'bip122' | 'polkadot',
): Promise<Recipient> {
  try {
    const adapter = context.jobs.adapters.get(namespace)
    const address = adapter?.readAddress ? await adapter.readAddress(text) : (text as Address) // its form was checked
    return { status: 'ready', address, name: undefined }
  } catch (cause) {
    return { status: 'invalid', problem: isLatchkeyError(cause, 'address.checksum') ? 'checksum' : 'address' }
  }
}

/** What an address is called, where somebody knows; never in the way. */
export async function nameOf(context: KitContext, address: Address): Promise<string | undefined> {
  const feature = await startFeature(context, identity).catch(() => undefined)
  return feature?.nameOf({ address, namespace: context.store.get().activeNamespace })
}
