/** Smart sessions: permissions that a smart account has given to an app for a time. */
import * as v from 'valibot'
import { bounds } from './bounds.js'
import { defineEndpoint, plainQuery, query } from './endpoint.js'
import {
  boundedJson,
  eip155AccountId,
  eip155Address,
  hex,
  hexQuantity,
  imageUrl,
  listOf,
  text,
  unixSeconds,
  uuid,
  webUrl,
} from './fields.js'

/** CAIP-10; some clients put a bare address here. */
const params = v.object({ address: v.union([eip155AccountId, eip155Address]) })

/** Permission, policy and signer kinds are open; their data is bounded. */
const typed = v.object({ type: text(64), data: boundedJson })
const typedList = listOf(typed, bounds.permissions)

export const sessions = defineEndpoint({
  rule: 'S7-20',
  method: 'GET',
  path: '/v1/sessions/:address',
  params,
  query: plainQuery,
  response: v.strictObject({
    pcis: v.pipe(
      v.array(
        v.strictObject({
          project: v.strictObject({
            id: text(bounds.identifier),
            name: text(),
            url: v.nullable(webUrl),
            iconUrl: v.nullable(imageUrl),
          }),
          pci: uuid,
          expiry: unixSeconds,
          createdAt: unixSeconds,
          permissions: v.array(v.strictObject({ type: text(64), data: v.unknown() })),
          policies: v.array(v.strictObject({ type: text(64), data: v.unknown() })),
          context: v.nullable(hex()),
          revokedAt: v.nullable(unixSeconds),
        }),
      ),
      v.maxLength(bounds.sessions),
    ),
  }),
  accepts: v.looseObject({
    pcis: v.array(
      v.looseObject({
        pci: v.string(),
        expiry: v.number(),
        project: v.optional(v.looseObject({ name: v.optional(v.string()) })),
        permissions: v.optional(v.array(v.unknown()), []),
        policies: v.optional(v.array(v.unknown()), []),
        revokedAt: v.nullish(v.number(), null),
      }),
    ),
  }),
  errors: ['address'],
})

export const createSession = defineEndpoint({
  rule: 'S7-20',
  method: 'POST',
  path: '/v1/sessions/:address',
  params,
  /** `1`: the key comes as hex of its hex text, as clients of the older form read it. Absent or `2`: as plain hex. */
  query: query({ v: v.optional(v.picklist(['1', '2'])) }),
  body: v.object({
    expiry: unixSeconds,
    signer: typed,
    permissions: v.pipe(typedList, v.minLength(1)),
    policies: v.optional(typedList, []),
  }),
  response: v.strictObject({
    pci: uuid,
    // Hex of hex is of the 132 characters `0x04…`.
    key: v.strictObject({ type: v.literal('secp256k1'), publicKey: hex(132) }),
  }),
  accepts: v.looseObject({
    pci: v.string(),
    key: v.looseObject({ type: v.string(), publicKey: v.string() }),
  }),
  errors: ['address', 'permission'],
})

const success = v.strictObject({ success: v.literal(true) })
/** Other gateways answer these with an empty body. */
const acceptedSuccess = v.unknown()

export const activateSession = defineEndpoint({
  rule: 'S7-20',
  method: 'POST',
  path: '/v1/sessions/:address/activate',
  params,
  query: plainQuery,
  body: v.object({
    pci: uuid,
    context: hex(),
    expiry: unixSeconds,
    signer: typed,
    permissions: v.pipe(typedList, v.minLength(1)),
    policies: v.optional(typedList, []),
  }),
  response: success,
  accepts: acceptedSuccess,
  errors: ['address', 'permission'],
})

export const sessionContext = defineEndpoint({
  rule: 'S7-20',
  method: 'GET',
  path: '/v1/sessions/:address/getcontext',
  params,
  query: query({ pci: uuid }),
  response: v.strictObject({ context: hex() }),
  errors: ['address', 'permission'],
})

/** An ERC-4337 user operation of EntryPoint 0.7, before it is signed. */
export const userOperation = v.object({
  sender: eip155Address,
  nonce: hexQuantity,
  factory: v.optional(eip155Address),
  factoryData: v.optional(hex()),
  callData: hex(),
  callGasLimit: hexQuantity,
  verificationGasLimit: hexQuantity,
  preVerificationGas: hexQuantity,
  maxFeePerGas: hexQuantity,
  maxPriorityFeePerGas: hexQuantity,
  paymaster: v.optional(eip155Address),
  paymasterVerificationGasLimit: v.optional(hexQuantity),
  paymasterPostOpGasLimit: v.optional(hexQuantity),
  paymasterData: v.optional(hex()),
  signature: hex(bounds.signatureBytes),
})

/** The gateway adds its half of the signature when the operation stays inside what was permitted. */
export const signWithSession = defineEndpoint({
  rule: 'S7-20',
  method: 'POST',
  path: '/v1/sessions/:address/sign',
  params,
  query: query({ version: v.optional(text(16)) }),
  body: v.object({ pci: uuid, userOp: userOperation }),
  response: v.strictObject({ signature: hex(bounds.signatureBytes) }),
  errors: ['address', 'permission', 'cosigner', 'chainUnavailable'],
})

/** What `signature` of a revocation signs, as JSON text in this order of fields. */
export const revokeMessage = v.strictObject({
  pci: uuid,
  action: v.literal('revoke'),
  timestamp: unixSeconds,
})

export const revokeSession = defineEndpoint({
  rule: 'S7-21',
  method: 'POST',
  path: '/v1/sessions/:address/revoke',
  params,
  query: plainQuery,
  body: v.object({
    pci: uuid,
    signature: hex(bounds.signatureBytes),
    /**
     * When the message above was made. Without it, which is how clients of this wire ask, the seconds around now are
     * tried, with signatures of keys only; a contract is asked about one message.
     */
    timestamp: v.optional(unixSeconds),
  }),
  response: success,
  accepts: acceptedSuccess,
  errors: ['address', 'permission', 'signature', 'timestamp'],
})
