/** Something a person does, from the press to the answer: idle, pending, success or error. */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { MutationStatus } from '@latchkey/spec/states'

export interface MutationState<input, T> {
  readonly status: MutationStatus
  /** What it was last started with. */
  readonly variables: input | undefined
  readonly data: T | undefined
  /** What went wrong; what was thrown is its `cause` where it was no error. */
  readonly error: Error | null
}

export interface Mutation<input, T, state = MutationState<input, T>> {
  /** The same object until something changed. */
  get(): state
  run(input: input): Promise<T>
  /** Back to idle. An answer still on its way reaches its caller, not the state. */
  reset(): void
  subscribe(listener: (state: state) => void): () => void
}

const idle = { status: 'idle', variables: undefined, data: undefined, error: null } as const

/** Runs at once, whatever the network: a wallet answers offline too. Of two runs, the state follows the later one. */
export function createMutation<input, T>(run: (input: input) => Promise<T>): Mutation<input, T> {
  const listeners = new Set<{ readonly hear: (state: MutationState<input, T>) => void }>()
  let state: MutationState<input, T> = idle
  let latest = 0

  function move(next: MutationState<input, T>) {
    state = next
    for (const { hear } of [...listeners]) hear(state)
  }

  return {
    get: () => state,
    async run(variables) {
      latest += 1
      const turn = latest
      move({ ...idle, status: 'pending', variables })
      try {
        const data = await run(variables)
        if (turn === latest) move({ ...idle, status: 'success', variables, data })
        return data
      } catch (cause) {
        if (turn === latest) move({ ...idle, status: 'error', variables, error: asError(cause) })
        throw cause
      }
    },
    reset() {
      latest += 1
      if (state !== idle) move(idle)
    },
    subscribe(hear) {
      const entry = { hear }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
}

/** Wallets throw all kinds of things. */
export const asError = (cause: unknown): Error =>
  cause instanceof Error ? cause : new LatchkeyError('request.unknown', {}, { cause })
