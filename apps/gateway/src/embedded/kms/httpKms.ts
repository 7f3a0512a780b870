/** What the three services have in common: one JSON call with a deadline, and failures sorted by what can be done about them. */
import { seconds } from '@latchkey/spec/limits'
import type { Outbound } from '../../ports/outbound.js'
import { KmsError } from './kms.js'

export interface KmsCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const deadline = seconds(5)
const maxBytes = 64 * 1024

/** The answer as JSON. Nothing of the request or the answer gets into an error. */
export async function callKms(outbound: Outbound, kind: string, call: KmsCall): Promise<unknown> {
  const answer = await outbound
    .send({ ...call, method: 'POST', signal: AbortSignal.timeout(deadline), maxBytes })
    .catch((cause: unknown) => {
      throw new KmsError('away', `The key service (${kind}) does not answer`, { cause })
    })
  const { status, text } = answer
  if (status === 429 || status >= 500)
    throw new KmsError('away', `The key service (${kind}) answers ${status}`)
  if (status !== 200) {
    // A text of another key or context is refused as bad input; everything else is a matter of rights.
    throw new KmsError(status === 400 ? 'broken' : 'refused', `The key service (${kind}) answers ${status}`)
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new KmsError('away', `The answer of the key service (${kind}) is not JSON`, { cause })
  }
}

/** A text field of an answer. */
export function fieldOf(answer: unknown, path: readonly string[], kind: string): string {
  let value = answer
  for (const name of path) value = value instanceof Object ? Reflect.get(value, name) : undefined
  if (typeof value !== 'string' || value === '')
    throw new KmsError('away', `The answer of the key service (${kind}) has no ${path.join('.')}`)
  return value
}
