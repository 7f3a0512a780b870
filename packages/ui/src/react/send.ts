/** Sending without our views: what the form says and still needs, and the actions to go on (S3-10). */
import { type Send, type SendFormState, type SendNeed, send } from '@latchkey/core/screen'
import { type Flow, useFlow } from './flow.js'

export type SendFlow = Flow<SendFormState, Omit<Send, 'store' | 'follow' | 'needOf'>> & {
  /** What is missing before it can be sent; `undefined` when nothing is. */
  readonly need: SendNeed | undefined
}

/** Tokens and fee stay young while a component that uses it is on the page. */
export function useSend(): SendFlow {
  const flow = useFlow<SendFormState, Send>(send, follow)
  return { ...flow, need: flow.actions?.needOf(flow.state) }
}

const follow = (form: Send) => form.follow()
