/** A gateway client with prepared answers; an endpoint without one throws. */
import type { AnswerOf, Endpoint, InputOf } from '@latchkey/spec/endpoints'
import type { Api } from '../api.js'

export interface FakeApi extends Api {
  /** Answers every call of an endpoint from now on; a function sees the input and may throw. */
  answer<endpoint extends Endpoint>(
    endpoint: endpoint,
    answer:
      | AnswerOf<endpoint>
      | ((input: InputOf<endpoint>) => AnswerOf<endpoint> | Promise<AnswerOf<endpoint>>),
  ): void
  readonly calls: readonly { readonly endpoint: Endpoint; readonly input: unknown }[]
}

export function createFakeApi({
  networks = [],
}: {
  /** What `supports` says yes to. */
  readonly networks?: readonly string[]
} = {}): FakeApi {
  const answers = new Map<Endpoint, (input: unknown) => unknown>()
  const calls: { endpoint: Endpoint; input: unknown }[] = []
  return {
    baseUrl: 'https://gateway.test',
    calls,
    answer(endpoint, answer) {
      // The signature ties the answer to its endpoint; the map forgets which is which.
      answers.set(
        endpoint,
        typeof answer === 'function' ? (answer as (input: unknown) => unknown) : () => answer,
      )
    },
    async call(endpoint, input) {
      calls.push({ endpoint, input })
      const answer = answers.get(endpoint)
      if (!answer) throw new Error(`No answer is prepared for ${endpoint.method} ${endpoint.path}`)
      return (await answer(input)) as AnswerOf<typeof endpoint> // put there by `answer` for this endpoint
    },
    supports: async (networkId) => networks.includes(networkId),
  }
}
