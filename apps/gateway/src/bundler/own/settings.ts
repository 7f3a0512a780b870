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

/** For whom the own bundler of a network works, and what it may lose by that. */
export interface BundlerRules {
  /** Accounts that are not of our factory. */
  readonly accounts: ReadonlySet<Hex>
  readonly isForAll: boolean
  /** In wei. */
  readonly lossPerHour: bigint
}

export type BundlerAccounts = ReadonlyMap<NetworkId, PrivateKeyAccount>
export type RulesOfBundlers = ReadonlyMap<NetworkId, BundlerRules>
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
/** One operation may cost this part of a day, unless something else is set. */
const operationsOfDay = 20n
const policy = v.strictObject({
  perDay: wei,
  perOperation: v.optional(wei),
  targets: v.optional(v.pipe(v.array(chainAddress), v.maxLength(256))),
})
/** Of most networks more than a bundle, and of none a fortune. */
const usualLoss = 10n ** 16n
const rules = v.strictObject({
  accounts: v.optional(
    v.union([v.literal('*'), v.pipe(v.array(chainAddress), v.maxLength(4_096))]),
    () => [],
  ),
  lossPerHour: v.optional(wei),
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

/** `{"eip155:1": {"accounts": ["0x…"], "lossPerHour": "10000000000000000"}}`; `"*"` instead of a list is everybody. */
export function readBundlerRules(text: string): RulesOfBundlers {
  const read = parse(v.record(network, rules), text, 'rules of a bundler')
  const entries = Object.entries(read).map(([networkId, { accounts, lossPerHour }]) => {
    const isForAll = accounts === '*'
    const named = new Set(isForAll ? [] : accounts)
    return [
      networkId as NetworkId,
      { accounts: named, isForAll, lossPerHour: lossPerHour ?? usualLoss },
    ] as const // checked above
  })
  return new Map(entries)
}

/** What holds for a network without rules of its own. */
export const usualRules: BundlerRules = { accounts: new Set(), isForAll: false, lossPerHour: usualLoss }

/** `{"eip155:1": {"address": "0x…", "key": "0x…", "projects": {"*": {"perDay": "1000000000000000000"}}}}` */
export function readPaymasters(text: string): Paymasters {
  const read = parse(v.record(network, paymaster), text, 'paymasters')
  const entries = Object.entries(read).map(([networkId, { address, key: account, name, projects }]) => {
    const policies = Object.entries(projects).map(([projectId, { perDay, perOperation, targets }]) => {
      const each = perOperation ?? perDay / operationsOfDay
      return [projectId, { perDay, perOperation: each, targets: targets && new Set(targets) }] as const
    })
    return [networkId as NetworkId, { address, account, name, projects: new Map(policies) }] as const // checked above
  })
  return new Map(entries)
}
