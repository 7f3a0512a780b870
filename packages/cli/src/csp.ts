/** `latchkey-cli csp`: the content security policy of a page, from the addresses that its kit is given. */
import { type HostingOptions, type Policy, policyFor, writePolicy } from '@latchkey/spec/hosting'
import { readArguments, UsageError, type Values } from './arguments.js'

export const cspHelp = `latchkey-cli csp          print the content security policy for a page with these options of the kit
  --gateway <url>         gatewayUrl
  --relay <url>           relayUrl, where it is not the gateway's
  --wallet <url>          walletUrl: the embedded wallet
  --rpc <url>             a node of one of the networks; only asked without a gateway, may be repeated
  --alternate-gateway, --alternate-relay, --alternate-wallet <url>
                          alternateUrls
  --cdn <url>             the folder that the files of the kit come from; only what lies below it may run
  --script-hash <hash>    of an inline script that the page keeps, such as its import map; may be repeated
  --no-email              features.email: false
  --no-socials            features.socials: false; with both the embedded wallet is not there, nor its frame
  --no-relay              enableWalletConnect: false
  --no-trusted-types      other code of the page is not ready for them
  --as header|meta|value  how to print it; the value alone by default`

const address = { type: 'string' } as const
const addresses = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const

const known = {
  gateway: address,
  relay: address,
  wallet: address,
  rpc: addresses,
  'alternate-gateway': address,
  'alternate-relay': address,
  'alternate-wallet': address,
  cdn: address,
  'script-hash': addresses,
  'no-email': flag,
  'no-socials': flag,
  'no-relay': flag,
  'no-trusted-types': flag,
  as: { type: 'string', default: 'value' },
} as const

export function cspCommand(list: readonly string[]): string {
  const { values, words } = readArguments(list, known)
  const [stray] = words
  if (stray !== undefined) throw new UsageError(`${stray} belongs to no option.`)
  return print(policy(toOptions(values)), values.as)
}

function toOptions(values: Values<typeof known>): HostingOptions {
  const alternateUrls = given({
    gatewayUrl: values['alternate-gateway'],
    relayUrl: values['alternate-relay'],
    walletUrl: values['alternate-wallet'],
  })
  return {
    ...given({
      gatewayUrl: values.gateway,
      relayUrl: values.relay,
      walletUrl: values.wallet,
      cdnUrl: values.cdn,
    }),
    alternateUrls,
    features: {
      ...(values['no-email'] === true && { email: false }),
      ...(values['no-socials'] === true && { socials: false }),
    },
    networks: (values.rpc ?? []).map((url) => ({ rpcUrls: { default: { http: [url] } } })),
    scriptHashes: (values['script-hash'] ?? []).map(checkHash),
    enableWalletConnect: values['no-relay'] !== true,
    trustedTypes: values['no-trusted-types'] !== true,
  }
}

/** Only what was given: an option that is there is an address. */
function given<name extends string>(values: Readonly<Record<name, string | undefined>>) {
  const entries = Object.entries<string | undefined>(values).filter(([, value]) => value !== undefined)
  // `fromEntries` forgets the names, which are those of `values`.
  return Object.fromEntries(entries) as Partial<Record<name, string>>
}

function checkHash(hash: string): string {
  if (/^sha(256|384|512)-[A-Za-z0-9+/]+=*$/.test(hash)) return hash
  throw new UsageError(`${hash} is not a hash; it looks like sha256-…`)
}

function policy(options: HostingOptions): Policy {
  try {
    return policyFor(options)
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function print(policy: Policy, as: string): string {
  if (as === 'value') return writePolicy(policy)
  if (as === 'header') return `Content-Security-Policy: ${writePolicy(policy)}`
  if (as !== 'meta') throw new UsageError(`--as is header, meta or value, not ${as}.`)
  // Browsers do not read this one from a page, and complain of it.
  const { 'frame-ancestors': _, ...rest } = policy
  return `<meta http-equiv="Content-Security-Policy" content="${writePolicy(rest)}">`
}
