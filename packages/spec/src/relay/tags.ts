/** The messages of the sign protocol as the relay sees them: a tag, a time to live in seconds, and whether a phone should ring. */

export interface RelayTag {
  readonly request: { readonly tag: number; readonly ttl: number; readonly prompt: boolean }
  readonly response: { readonly tag: number; readonly ttl: number }
  /** A refusal by the person, and one by the wallet without asking. */
  readonly reject?: { readonly tag: number; readonly ttl: number }
  readonly autoReject?: { readonly tag: number; readonly ttl: number }
}

const fiveMinutes = 300
const oneHour = 3600
const oneDay = 86_400

/* @__NO_SIDE_EFFECTS__ */
function pair(tag: number, ttl: number, prompt = false): RelayTag {
  return { request: { tag, ttl, prompt }, response: { tag: tag + 1, ttl } }
}

export const relayTags = {
  wc_pairingDelete: pair(1000, oneDay),
  wc_pairingPing: pair(1002, 30),
  wc_sessionPropose: {
    ...pair(1100, fiveMinutes, true),
    reject: { tag: 1120, ttl: fiveMinutes },
    autoReject: { tag: 1121, ttl: fiveMinutes },
  },
  wc_sessionSettle: pair(1102, fiveMinutes),
  wc_sessionUpdate: pair(1104, oneDay),
  wc_sessionExtend: pair(1106, oneDay),
  /** Longer where the request itself says that it expires later. */
  wc_sessionRequest: pair(1108, fiveMinutes, true),
  wc_sessionEvent: pair(1110, fiveMinutes, true),
  wc_sessionDelete: pair(1112, oneDay),
  /** The protocol's text says 30 s; clients in the field send a day, and so do we. */
  wc_sessionPing: pair(1114, oneDay),
  wc_sessionAuthenticate: {
    ...pair(1116, oneHour, true),
    reject: { tag: 1118, ttl: fiveMinutes },
    autoReject: { tag: 1119, ttl: fiveMinutes },
  },
} as const satisfies Record<string, RelayTag>

export type SignMethod = keyof typeof relayTags

/** A message that no method of the protocol sent. */
export const unregisteredTag = 0

/** How long a session request may wait for its answer, in seconds. */
export const requestExpiry = { min: fiveMinutes, max: 604_800 } as const
