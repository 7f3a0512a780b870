/** The own bundler and its paymaster, as the operator sets them: accounts by network, and who pays for whom. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { chainAddress, type Hex } from '../../chain/shapes.js'
import { readJson } from '../../config/parse.js'

/** What pays for the operations of a project; amounts in wei. */
export interface SponsorPolicy {
  readonly perDay: bigint
  readonly perOperation: bigint
  /** Contracts that an operation may call; undefined: any. */
  readonly targets: ReadonlySet<Hex> | undefined
}

export interface Paymaster {
  readonly address: Hex
  /** Signs promises. */
  readonly account: PrivateKeyAccount
  /** Shown to people. */
  readonly name: string
  /** By project id; `*` is everybody else. */
  readonly projects: ReadonlyMap<string, SponsorPolicy>
}

export type BundlerAccounts = ReadonlyMap<NetworkId, PrivateKeyAccount>
export type Paymasters = ReadonlyMap<NetworkId, Paymaster>

const network = v.pipe(v.string(), v.regex(/^eip155:\d{1,32}$/))
const key = v.pipe(
  v.custom<Hex>((text) => typeof text === 'string' && /^0x[0-9a-f]{64}$/i.test(text)),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return privateKeyToAccount(dataset.value)
    } catch {
      addIssue({ message: 'Expected a private key' })
      return NEVER
    }
  }),
)
const wei = v.pipe(
  v.string(),
  v.regex(/^\d{1,60}$/),
  v.transform((text) => BigInt(text)),
)
const policy = v.strictObject({
  perDay: wei,
  perOperation: v.optional(wei),
  targets: v.optional(v.pipe(v.array(chainAddress), v.maxLength(256))),
})
const paymaster = v.strictObject({
  address: chainAddress,
  key,
  name: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)), 'Latchkey'),
  projects: v.record(v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)), policy),
})

function parse<schema extends v.GenericSchema>(
  schema: schema,
  text: string,
  what: string,
): v.InferOutput<schema> {
  const read = v.safeParse(schema, readJson(text))
  if (read.success) return read.output
  // Never what was written: it may be a key.
  throw new TypeError(
    `is not an object of network id to ${what}: look at ${v.getDotPath(read.issues[0]) ?? 'the whole'}`,
  )
}

/** `{"eip155:1": "0x…"}`: the account that sends bundles on a network. Nothing else may send from it. */
export function readBundlerAccounts(text: string): BundlerAccounts {
  const read = parse(v.record(network, key), text, 'private keys')
  return new Map(Object.entries(read) as [NetworkId, PrivateKeyAccount][]) // the keys were checked to be eip155 network ids
}

/** `{"eip155:1": {"address": "0x…", "key": "0x…", "projects": {"*": {"perDay": "1000000000000000000"}}}}` */
export function readPaymasters(text: string): Paymasters {
  const read = parse(v.record(network, paymaster), text, 'paymasters')
  const entries = Object.entries(read).map(([networkId, { address, key: account, name, projects }]) => {
    const policies = Object.entries(projects).map(([projectId, { perDay, perOperation, targets }]) => {
      const limits = { perDay, perOperation: perOperation ?? perDay, targets: targets && new Set(targets) }
      return [projectId, limits] as const
    })
    return [networkId as NetworkId, { address, account, name, projects: new Map(policies) }] as const // checked above
  })
  return new Map(entries)
}
