/** The name of an account, from the app's own gateway (S7-03). No name and no answer look the same: the address is shown. */
import type { Address, Namespace } from '@latchkey/spec/caip'
import { identity } from '@latchkey/spec/endpoints'
import { isLatchkeyError } from '@latchkey/spec/errors'
import { isSupportedOn } from '@latchkey/spec/options'
import type { KitContext } from '../../context.js'

export interface Identity {
  /** `undefined` where nobody knows a name. Never rejects: a name is never worth an error. */
  nameOf(input: { readonly address: Address; readonly namespace: Namespace }): Promise<string | undefined>
}

export function start({ services, log }: KitContext): Identity {
  let isServed = true
  return {
    async nameOf({ address, namespace }) {
      // S9-14
      if (!isServed || !isSupportedOn('names', namespace)) return undefined
      try {
        const [api, queries] = await Promise.all([services.api(), services.queries()])
        if (!api) return undefined
        const answer = await queries.fetch({
          kind: 'identity',
          key: [namespace, address],
          run: ({ signal }) => api.call(identity, { params: { address }, query: {} }, { signal }),
        })
        return answer.name || undefined
      } catch (cause) {
        log.info(`The name of ${address} was not found`, cause)
        // A gateway without names will not have them at the next opening either.
        if (isLatchkeyError(cause, 'http.status') && cause.context.n === 404) isServed = false
        return undefined
      }
    },
  }
}
