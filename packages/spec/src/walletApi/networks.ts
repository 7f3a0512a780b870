/** What the networks say of a request before it is approved, and the wallet's own way to them. */
import * as v from 'valibot'
import { accountAddress, networkId, words } from './fields.js'
import { walletLimits } from './numbers.js'
import { defineWalletRoute } from './route.js'

/** Balance changes of the wallet, as simulated. Amounts are base units in a string (D-14). */
const change = v.strictObject({
  direction: v.picklist(['in', 'out']),
  asset: words(256),
  symbol: v.optional(words(64)),
  decimals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(77))),
  amount: v.pipe(v.string(), v.regex(/^\d{1,78}$/, 'Expected an integer')),
  usd: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}\.\d{2}$/, 'Expected an amount of USD'))),
  to: v.optional(accountAddress),
})

export const simulation = v.strictObject({
  status: v.picklist(['success', 'reverted', 'unavailable']),
  reason: v.optional(words(512)),
  block: v.optional(words(78)),
  changes: v.array(change),
  fee: v.optional(change),
})

/** Canonical JSON (RFC 8785) of `approvalPayload`; see `approvalDigestText`. */
export const payload = v.pipe(v.string(), v.minLength(2), v.maxLength(walletLimits.payloadCharacters))

export const simulate = defineWalletRoute({
  rule: 'D-30',
  method: 'POST',
  path: '/simulate',
  proof: 'session',
  surface: 'both',
  request: v.strictObject({ payload }),
  response: simulation,
  errors: ['DIGEST', 'POLICY'],
})

/** The safe list of S6-02 only, through the gateway's own nodes; an address of a node is never taken from a page. */
export const walletRpcCall = defineWalletRoute({
  rule: 'S6-02',
  method: 'POST',
  path: '/rpc/:chainId',
  proof: 'session',
  surface: 'both',
  params: v.object({ chainId: networkId }),
  request: v.strictObject({ method: words(64), params: v.optional(v.array(v.unknown())) }),
  response: v.union([
    v.strictObject({ result: v.unknown() }),
    v.strictObject({
      error: v.strictObject({
        code: v.pipe(v.number(), v.integer()),
        message: v.pipe(v.string(), v.maxLength(1024)),
        data: v.optional(v.unknown()),
      }),
    }),
  ]),
  errors: ['RPC_METHOD', 'RPC'],
})

/** Networks on which the gateway carries operations of smart accounts, and those on which somebody else pays for them. */
export const accountNetworks = defineWalletRoute({
  rule: 'S3-04',
  method: 'GET',
  path: '/networks',
  proof: 'none',
  surface: 'both',
  response: v.strictObject({
    networks: v.pipe(
      v.array(
        v.strictObject({
          chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
          isSponsored: v.boolean(),
        }),
      ),
      v.maxLength(200),
    ),
  }),
  errors: [],
})
