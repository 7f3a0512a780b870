/** Session tokens of a gateway, checked with the keys that it publishes; it is not asked for each request. */
import { readSessionToken, type SessionKeys } from 'latchkey/server'

export function createWhoIs({ keys, domain }: { readonly keys: SessionKeys; readonly domain: string }) {
  /** The account (CAIP-10) of `Authorization: Bearer …`; `undefined` for anything that is no good token. */
  return (authorization: string | null | undefined): string | undefined => {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
    return token === undefined ? undefined : readSessionToken({ token, keys, domain })?.sub
  }
}

export type WhoIs = ReturnType<typeof createWhoIs>

/** Once at the start; a gateway that changes its keys publishes the new ones beside the old. */
export async function fetchKeys(gatewayUrl: string): Promise<SessionKeys> {
  const answer = await fetch(`${gatewayUrl}/auth/v1/keys`, { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`The gateway answered ${answer.status}`)
  return (await answer.json()) as SessionKeys
}
