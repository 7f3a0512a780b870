/**
 * Whom the account has sent to: remembered on this device, and read from its own transactions. Transfers that somebody
 * else put into the history do not count; that is how look-alike addresses get there.
 */
import type { Address, Namespace } from '@latchkey/spec/caip'
import { history } from '@latchkey/spec/endpoints'
import { limits } from '@latchkey/spec/limits'
import { offersActivity } from '@latchkey/spec/options'
import { isSameAddress } from '@latchkey/spec/validation'
import type { KitContext } from '../../context.js'
import { within } from '../../within.js'
import { networkOf, type Subject } from '../subject.js'

const mostRemembered = 32

export async function recentRecipients(context: KitContext, subject: Subject): Promise<readonly string[]> {
  const namespace = networkOf(context, subject)?.chainNamespace
  if (!namespace) return []
  const remembered = context.storage.read('recipients')?.[namespace] ?? []
  if (!context.options.features.history || !offersActivity(namespace)) return remembered
  const seen = await within(fromHistory(context, subject, namespace), {
    clock: context.clock,
    ms: limits.recentsDeadline,
    timeout: () => new Error('the history takes too long'),
  }).catch((cause: unknown) => {
    // Without it strangers look a little more often like strangers; nothing else is lost.
    context.log.info('Earlier recipients were not read', cause)
    return []
  })
  return [...remembered, ...seen]
}

async function fromHistory(
  { services }: KitContext,
  { networkId, address }: Subject,
  namespace: Namespace,
): Promise<readonly string[]> {
  const [api, queries] = await Promise.all([services.api(), services.queries()])
  if (!api) return []
  const { data } = await queries.fetch({
    kind: 'list',
    key: ['activity', networkId, address, undefined],
    run: ({ signal }) =>
      api.call(history, { params: { account: address }, query: { chainId: networkId } }, { signal }),
  })
  return data.flatMap(({ metadata: { sentFrom, sentTo, operationType } }) => {
    const isOwn = isSameAddress(namespace, sentFrom, address)
    // Of a token of eip155 only its contract is named there.
    return isOwn && operationType === 'send' && sentTo !== '' ? [sentTo] : []
  })
}

export function rememberRecipient(context: KitContext, subject: Subject, to: Address): void {
  const namespace = networkOf(context, subject)?.chainNamespace
  if (!namespace) return
  const known = context.storage.read('recipients') ?? {}
  const others = (known[namespace] ?? []).filter((each) => !isSameAddress(namespace, each, to))
  context.storage.write('recipients', { ...known, [namespace]: [to, ...others].slice(0, mostRemembered) })
}
