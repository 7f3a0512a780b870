/** What pages ask for when they want to be permitted something, in the older and the newer words of ERC-7715; what is frozen has one spelling. */
import type { SessionPermission } from '@latchkey/spec/walletApi'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex } from '@scure/base'
import * as v from 'valibot'
import { address, type Hex, quantity, read } from './parseParams.js'
import { readPermission } from './permissionKinds.js'
import { invalidParams } from './rpcFailure.js'

export interface WantedPermissions {
  readonly chainId: Hex | undefined
  readonly account: string | undefined
  /** Address of the app's key. */
  readonly app: Hex
  /** Seconds since 1970. */
  readonly expiry: number
  readonly permissions: readonly SessionPermission[]
}

const second = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const typed = v.looseObject({ type: v.string(), data: v.optional(v.unknown()) })
const most = 16
const list = v.pipe(v.array(typed), v.minLength(1), v.maxLength(most))
const noPolicies = v.optional(v.pipe(v.array(v.unknown()), v.maxLength(0)))

const older = v.looseObject({
  chainId: v.optional(quantity),
  address: v.optional(address),
  from: v.optional(address),
  expiry: second,
  signer: typed,
  permissions: list,
  /** What holds for all of them: nobody would hold the app to it. */
  policies: noPolicies,
})

/** `wallet_grantPermissions`. */
export function readGrantParams(params: unknown): WantedPermissions {
  const [asked] = read(v.tupleWithRest([older], v.unknown()), params)
  const { chainId, address: named, from = named, expiry, signer, permissions } = asked
  return { chainId, account: from, app: keyOf(signer), expiry, permissions: readAll(permissions) }
}

const rule = v.looseObject({ type: v.string(), data: v.looseObject({ timestamp: v.optional(second) }) })
const newer = v.looseObject({
  chainId: v.optional(quantity),
  from: v.optional(address),
  address: v.optional(address),
  /** Whom it is for; a signer before the standard said so. */
  to: v.optional(address),
  signer: v.optional(typed),
  expiry: v.optional(second),
  permission: typed,
  rules: v.optional(v.pipe(v.array(rule), v.maxLength(most))),
})
type Newer = v.InferOutput<typeof newer>

/** `wallet_requestExecutionPermissions`: a list, which is one session, since one key is given one end. */
export function readRequestParams(params: unknown): WantedPermissions {
  const asked = read(v.pipe(v.array(newer), v.minLength(1), v.maxLength(most)), params)
  const each = asked.map((one) => ({ ...headOf(one), permission: one.permission }))
  const [first] = each
  if (!first) throw invalidParams('Nothing is asked for')
  const { chainId, account, app, expiry } = first
  const isOne = each.every(
    (one) =>
      one.chainId === chainId &&
      one.account?.toLowerCase() === account?.toLowerCase() &&
      one.app === app &&
      one.expiry === expiry,
  )
  if (!isOne)
    throw invalidParams('Permissions that are asked for together have one account, one key and one end')
  // An answer has no word for what was left out, and is read by its place: all of them, or none.
  const permissions = each.map(({ permission }) => readPermission(permission) ?? refuseKind())
  return { chainId, account, app, expiry, permissions }
}

function headOf({ chainId, address: named, from = named, to, signer, expiry, rules = [] }: Newer) {
  if (rules.some(({ type }) => type !== 'expiry')) throw invalidParams('The wallet knows no rules but an end')
  const ends = new Set(
    [expiry, ...rules.map(({ data }) => data.timestamp)].filter((each) => each !== undefined),
  )
  if (ends.size > 1) throw invalidParams('A permission has one end')
  const [end] = ends
  if (end === undefined) throw invalidParams('A permission has to end')
  if (to === undefined && signer === undefined) throw invalidParams('It is for nobody')
  const app = to === undefined ? keyOf(signer) : lowered(to)
  return { chainId, account: from, app, expiry: end }
}

/** What is not known here and may be left out is left out. */
function readAll(permissions: readonly v.InferOutput<typeof typed>[]): SessionPermission[] {
  const known = permissions.flatMap((asked) => {
    const permission = readPermission(asked)
    if (permission) return [permission]
    if (asked.required === false) return []
    return refuseKind()
  })
  return known.length === 0 ? refuseKind() : known
}

function refuseKind(): never {
  throw invalidParams('The wallet does not grant permissions of this kind')
}

/** A point of secp256k1, whole; or the address that it gives. A compressed one would need more than hashing. */
const key = v.pipe(v.string(), v.regex(/^0x(?:04[0-9a-f]{128}|[0-9a-f]{40})$/i))
const oneKey = v.looseObject({ type: v.optional(v.literal('secp256k1')), publicKey: key })
const signers = v.variant('type', [
  v.looseObject({ type: v.literal('key'), data: v.union([oneKey, v.looseObject({ id: key })]) }),
  v.looseObject({ type: v.literal('keys'), data: v.looseObject({ keys: v.strictTuple([oneKey]) }) }),
  v.looseObject({
    type: v.literal('account'),
    data: v.union([v.looseObject({ address }), v.looseObject({ id: address })]),
  }),
])

function keyOf(signer: unknown): Hex {
  const told = v.safeParse(signers, signer)
  if (!told.success) throw invalidParams('The signer must be one key of secp256k1, or its address')
  const whole = namedBy(told.output).toLowerCase()
  if (whole.length === 42) return whole as Hex // as the schema has it
  const point = hex.decode(whole.slice(4))
  return `0x${hex.encode(keccak_256(point).subarray(12))}`
}

function namedBy(signer: v.InferOutput<typeof signers>): string {
  if (signer.type === 'keys') return signer.data.keys[0].publicKey
  const { data } = signer
  if ('publicKey' in data && typeof data.publicKey === 'string') return data.publicKey
  return 'address' in data && typeof data.address === 'string' ? data.address : String(data.id)
}

const lowered = (text: string) => text.toLowerCase() as Hex // lower case of hex is hex
