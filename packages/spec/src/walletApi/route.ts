/** What a route of the wallet's API is: one entry that the server serves, the wallet's pages call and the tests walk. */
import type * as v from 'valibot'
import type { WalletErrorCode } from './errors.js'

/** Where the API lives on the wallet origin. It sends no CORS headers: only the wallet's own pages can read it. */
export const walletApiBase = '/api/v1'

/**
 * What the caller proves.
 * `none`: nothing; the body holds a secret of its own, or there is nothing to protect.
 * `key`: a DPoP proof of any key (RFC 9449). What the call begins is bound to that key's thumbprint, the `jkt`.
 * `session`: `Authorization: DPoP <access>` and a proof with `ath`, under the key of the session's row.
 */
export type WalletProof = 'none' | 'key' | 'session'

/**
 * How sure the server is of the person. 1: signed in. 2: a factor (passkey or PIN) within `factorFresh`.
 * 3: a factor within `stepUpFresh` and an emailed code within `stepUpFresh` (accounts without an address: the factor alone).
 */
export type WalletLevel = 1 | 2 | 3

/** Which pages may ask: the frame, a top-level window, or both. The session row says which one it was made for. */
export type WalletSurface = 'frame' | 'window' | 'both'

export interface WalletRoute {
  readonly rule: `S${number}-${string}` | `D-${string}`
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `walletApiBase`; parameters are written `:name`. */
  readonly path: `/${string}`
  readonly proof: WalletProof
  /** Of a session; 1 when absent. */
  readonly level?: WalletLevel
  readonly surface: WalletSurface
  /** A cookie that is read beside the proof. */
  readonly cookie?: 'refresh' | 'window'
  readonly params?: v.GenericSchema
  readonly query?: v.GenericSchema
  /** Absent: no body is read. */
  readonly request?: v.GenericSchema
  readonly response: v.GenericSchema
  /** Refusals beyond `commonWalletErrors` and those of its proof. */
  readonly errors: readonly WalletErrorCode[]
  /** A repeat with the same `Idempotency-Key` header (a UUID) gets the first answer again. */
  readonly idempotent?: true
  /** Held open up to `attemptWait`, then answered with the state as it is. */
  readonly waits?: true
  /** Served by the vault role, under its own key. */
  readonly vault?: true
}

/** Types an entry of the table. */
/* @__NO_SIDE_EFFECTS__ */
export function defineWalletRoute<const route extends WalletRoute>(route: route): route {
  return route
}

type Part<
  route extends WalletRoute,
  part extends 'params' | 'query' | 'request',
> = route[part] extends v.GenericSchema ? v.InferOutput<route[part]> : undefined

/** What a handler is given after parsing. */
export interface WalletRequest<route extends WalletRoute> {
  readonly params: Part<route, 'params'>
  readonly query: Part<route, 'query'>
  readonly body: Part<route, 'request'>
}
export type WalletAnswer<route extends WalletRoute> = v.InferOutput<route['response']>
