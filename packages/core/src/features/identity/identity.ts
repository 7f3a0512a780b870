/** The name of an account, from the app's own gateway (S7-03). No name and no answer look the same: the address is shown. */
import type { Address, Namespace } from '@latchkey/spec/caip'
import { identity, namesOfAddress } from '@latchkey/spec/endpoints'
import { isLatchkeyError } from '@latchkey/spec/errors'
import { isSupportedOn } from '@latchkey/spec/options'
import type { Api, CallOptions } from '../../api.js'
import type { KitContext } from '../../context.js'

export interface AccountRef {
  readonly address: Address
  readonly namespace: Namespace
}

export interface Identity {
  /** `undefined` where nobody knows a name. Never rejects: a name is never worth an error. */
  nameOf(account: AccountRef): Promise<string | undefined>
  /**
   * Asks the gateway again, past this page's cache and the browser's, because a name has just been registered; where
   * the gateway does not know better yet, the account is called that. Never rejects.
   */
  renew(account: AccountRef & { readonly registered: string }): Promise<void>
  /** Calls back when a name may have changed, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

export function start({ services, log }: KitContext): Identity {
  const listeners = new Set<{ readonly hear: () => void }>()
  let isServed = true

  async function read({ address, namespace }: AccountRef, isFresh = false): Promise<string | undefined> {
    const [api, queries] = await Promise.all([services.api(), services.queries()])
    if (!api) return undefined
    const { name } = await queries.fetch({
      kind: 'identity',
      key: [namespace, address],
      fresh: isFresh,
      run: ({ signal }) => ask(api, address, { signal, isFresh }),
    })
    return name || undefined
  }

  return {
    async nameOf(account) {
      // S9-14
      if (!isServed || !isSupportedOn('names', account.namespace)) return undefined
      try {
        return await read(account)
      } catch (cause) {
        log.info(`The name of ${account.address} was not found`, cause)
        // A gateway without names will not have them at the next opening either.
        if (isLatchkeyError(cause, 'http.status') && cause.context.n === 404) isServed = false
        return undefined
      }
    },
    async renew({ registered, ...account }) {
      isServed = true
      const name = await read(account, true).catch((cause: unknown) => {
        log.info(`The new name of ${account.address} was not read`, cause)
        return undefined
      })
      if (!name) {
        const { client } = await services.queries()
        client.setQueryData(['identity', account.namespace, account.address], { name: registered })
      }
      for (const { hear } of [...listeners]) hear()
    },
    subscribe(hear) {
      const entry = { hear }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
}

/** S7-30: a gateway that cannot tell who an address is may still know its names. */
async function ask(
  api: Api,
  address: Address,
  options: CallOptions,
): Promise<{ readonly name: string | null }> {
  try {
    return await api.call(identity, { params: { address }, query: {} }, options)
  } catch (cause) {
    if (!isLatchkeyError(cause, 'http.status')) throw cause
    const input = { params: { address }, query: { apiVersion: '2' } } as const
    const names = await api.call(namesOfAddress, input, options).catch(() => {
      // The first answer says why better than the second.
      throw cause
    })
    return { name: names[0]?.name ?? null }
  }
}
