/** The name of an account, from the app's own gateway (S7-03). No name and no answer look the same: the address is shown. */
import type { Address, Namespace } from '@latchkey/spec/caip'
import { identity as identityEndpoint, namesOfAddress } from '@latchkey/spec/endpoints'
import { isLatchkeyError } from '@latchkey/spec/errors'
import { isSupportedOn, namespaceSupport } from '@latchkey/spec/options'
import type { Api, CallOptions } from '../../api.js'
import type { KitContext } from '../../context.js'
import { selectAccount } from '../../select.js'
import type { KitState } from '../../state.js'

export interface AccountRef {
  readonly address: Address
  readonly namespace: Namespace
}

export interface Identity {
  /** `undefined` where nobody knows a name. Never rejects: a name is never worth an error. */
  nameOf(account: AccountRef): Promise<string | undefined>
  /**
   * Asks the gateway again, past this page's cache and the browser's, because a name has just been registered; where
   * the gateway does not know better yet, the account is called that.
   */
  renew(account: AccountRef & { readonly registered: string }): Promise<void>
  /** Calls back when a name may have changed, until the returned function is called. */
  subscribe(listener: () => void): () => void
}

export function start(context: KitContext): Identity {
  const { services, log, store, jobs } = context
  const listeners = new Set<{ readonly hear: () => void }>()
  let isServed = true

  async function read({ address, namespace }: AccountRef): Promise<string | undefined> {
    const [api, queries] = await Promise.all([services.api(), services.queries()])
    if (!api) return undefined
    const { name } = await queries.fetch({
      kind: 'identity',
      key: [namespace, address],
      run: ({ signal }) => ask(api, address, { signal }),
    })
    return name || undefined
  }

  /** Keeps the name of the account that signs in the state, for what is drawn without this code. */
  async function show(namespace: Namespace, address: Address): Promise<void> {
    const name = await identity.nameOf({ namespace, address })
    // The name of the account before is nobody's name.
    if (selectAccount(store.get(), namespace)?.address === address) put(namespace, name)
  }

  function put(namespace: Namespace, name: string | undefined): void {
    const { [namespace]: before, ...others } = store.get().accountNames
    if (name !== before) store.set({ accountNames: name ? { ...others, [namespace]: name } : others })
  }

  function follow(state: KitState, before?: KitState): void {
    for (const namespace of namespaceSupport.names) {
      const address = selectAccount(state, namespace)?.address
      if (before && address === selectAccount(before, namespace)?.address) continue
      put(namespace, undefined)
      if (address) void show(namespace, address)
    }
  }

  const identity: Identity = {
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
    async renew({ registered, address, namespace }) {
      isServed = true
      const [api, { client }] = await Promise.all([services.api(), services.queries()])
      const answer = api && ask(api, address, { signal: jobs.scope.signal, isFresh: true })
      const name = await answer?.then(
        (found) => found.name,
        (cause: unknown) => void log.info(`The new name of ${address} was not read`, cause),
      )
      const queryKey = ['identity', namespace, address]
      // Whoever is still on the way asked before the name was there.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, { name: name || registered })
      for (const { hear } of [...listeners]) hear()
    },
    subscribe(hear) {
      const entry = { hear }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
  jobs.scope.add(store.subscribe(follow))
  identity.subscribe(() => follow(store.get()))
  follow(store.get())
  return identity
}

/** S7-30: a gateway that cannot tell who an address is may still know its names. */
async function ask(
  api: Api,
  address: Address,
  options: CallOptions,
): Promise<{ readonly name: string | null }> {
  try {
    return await api.call(identityEndpoint, { params: { address }, query: {} }, options)
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
