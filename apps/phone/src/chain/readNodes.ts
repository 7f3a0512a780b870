/** Which networks have a node behind the gateway (S7-02); on the others this wallet signs and does not send. */
import * as v from 'valibot'

const answer = v.object({ http: v.pipe(v.array(v.string()), v.maxLength(1000)) })

/** In milliseconds. */
const patience = 5_000

/** Undefined when the gateway does not say: then each network is asked itself. */
export async function readNodes(gateway: string): Promise<readonly string[] | undefined> {
  try {
    const response = await fetch(`${gateway}/v1/supported-chains`, { signal: AbortSignal.timeout(patience) })
    const read = v.safeParse(answer, await response.json())
    return response.ok && read.success ? read.output.http : undefined
  } catch {
    return undefined
  }
}

export const noNode = 'This network has no node here. You can sign on it, but not send.'

export class NoNode extends Error {
  override readonly name = 'NoNode'
}
