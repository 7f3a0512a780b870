/** From what the form holds to the options of a kit, and from those to each way of sending the policy. */
import { type HostingOptions, policyFor, writePolicy } from 'latchkey/hosting'

/** As the fields hold it; nothing typed is an empty text. */
export interface Answers {
  readonly gatewayUrl: string
  readonly relayUrl: string
  readonly walletUrl: string
  readonly alternateGatewayUrl: string
  readonly alternateRelayUrl: string
  readonly alternateWalletUrl: string
  /** One a line. */
  readonly nodes: string
  readonly phones: boolean
  readonly email: boolean
  readonly socials: boolean
  /** Empty where the kit is in the app's own bundle. */
  readonly cdnUrl: string
  readonly hash: string
  readonly trustedTypes: boolean
}

export interface Form {
  readonly title: string
  readonly text: string
}

const hashPattern = /^sha(?:256|384|512)-[A-Za-z0-9+/]+=*$/

/** Throws, in a sentence, on an address that is none. */
export function optionsOf(answers: Answers): HostingOptions {
  const { gatewayUrl, relayUrl, walletUrl, cdnUrl, hash, email, socials } = answers
  if (hash && !hashPattern.test(hash)) throw new TypeError(`${hash} is not a hash; it looks like sha256-…`)
  const alternateUrls = given({
    gatewayUrl: answers.alternateGatewayUrl,
    relayUrl: answers.alternateRelayUrl,
    walletUrl: answers.alternateWalletUrl,
  })
  return {
    ...given({ gatewayUrl, relayUrl, walletUrl, cdnUrl }),
    alternateUrls,
    networks: nodesOf(answers).map((url) => ({ rpcUrls: { default: { http: [url] } } })),
    scriptHashes: hash ? [hash] : [],
    features: { email, ...(!socials && { socials: false }) },
    enableWalletConnect: answers.phones,
    trustedTypes: answers.trustedTypes,
  }
}

/** Every way to send the policy, and the command that prints it. */
export function formsOf(answers: Answers): readonly Form[] {
  const policy = policyFor(optionsOf(answers))
  const value = writePolicy(policy)
  // Browsers do not read this one from a page, and complain of it.
  const { 'frame-ancestors': _, ...rest } = policy
  return [
    { title: 'As a header', text: `Content-Security-Policy: ${value}` },
    // To nginx a dollar begins a variable; to a browser both are the same path.
    {
      title: 'In nginx',
      text: `add_header Content-Security-Policy "${value.replaceAll('$', '%24')}" always;`,
    },
    {
      title: 'As a tag, for pages that cannot set headers',
      text: `<meta http-equiv="Content-Security-Policy" content="${writePolicy(rest).replaceAll('&', '&amp;')}">`,
    },
    { title: 'The command that prints it', text: commandOf(answers) },
  ]
}

const nodesOf = ({ nodes }: Answers) => nodes.split(/\s+/).filter(Boolean)

/** Only what was typed. */
function given<name extends string>(values: Readonly<Record<name, string>>): Partial<Record<name, string>> {
  const entries = Object.entries<string>(values).filter(([, value]) => value !== '')
  // `fromEntries` forgets the names, which are those of `values`.
  return Object.fromEntries(entries) as Partial<Record<name, string>>
}

function commandOf(answers: Answers): string {
  const wallet = answers.email || answers.socials
  const options = [
    ['--gateway', answers.gatewayUrl],
    ['--relay', answers.relayUrl],
    // Nothing frames it where nobody can sign in to it.
    ['--wallet', wallet ? answers.walletUrl : ''],
    ...nodesOf(answers).map((url) => ['--rpc', url]),
    ['--alternate-gateway', answers.alternateGatewayUrl],
    ['--alternate-relay', answers.alternateRelayUrl],
    ['--alternate-wallet', wallet ? answers.alternateWalletUrl : ''],
    ['--cdn', answers.cdnUrl],
    ['--script-hash', answers.hash],
  ].flatMap(([name = '', value = '']) => (value === '' ? [] : [name, quoted(value)]))
  const switches = [
    ...(answers.phones ? [] : ['--no-relay']),
    ...(answers.trustedTypes ? [] : ['--no-trusted-types']),
  ]
  return ['npx @latchkey/cli csp', ...options, ...switches].join(' ')
}

/** For a shell, where it is more than plain letters. */
const quoted = (value: string) =>
  /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
