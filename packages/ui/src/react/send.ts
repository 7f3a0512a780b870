/** Sending without our views: what the form says and still needs, and the actions to go on (S3-10). */
import { type Send, type SendFormState, type SendNeed, send } from '@latchkey/core/screen'
import { useEffect } from 'react'
import { useFeature, useStore } from '../useFeature.js'

export interface UseSend {
  /** `off` where the app switched sending off; `failed` where the code did not come. */
  readonly status: 'loading' | 'off' | 'failed' | 'ready'
  /** Asks for the code again. */
  retry(): void
  /** Everything there is to show; `undefined` until `status` is `ready`. */
  readonly state: SendFormState | undefined
  /** What is missing before it can be sent; `undefined` when nothing is. */
  readonly need: SendNeed | undefined
  /** `fill`, `typeAmount`, `typeRecipient`, `submit` and the others; `undefined` until `status` is `ready`. */
  readonly form: Send | undefined
}

const nothing = { get: () => undefined, subscribe: () => () => {} }
const whole = (state: SendFormState | undefined) => state

/** Tokens and fee stay young while a component that uses it is on the page. */
export function useSend(): UseSend {
  const { status, handle, retry } = useFeature<Send>(send)
  useEffect(() => handle?.follow(), [handle])
  const state = useStore<SendFormState | undefined, SendFormState | undefined>(
    handle?.store ?? nothing,
    whole,
  )
  return { status, retry, state, need: state && handle?.needOf(state), form: handle }
}
