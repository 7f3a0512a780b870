/** The message of `solana:signIn` as wallets write it: only what they were given, a blank line before each part. */

const labels = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const

/** As `solana:signIn` has them: texts, and a list of texts. */
export interface SignInFields {
  readonly domain?: string
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly [name: string]: string | readonly string[] | undefined
}

export function signInText(fields: SignInFields, address: string): string {
  const { domain, statement, resources } = fields
  const lines = labels.flatMap(([name, label]) =>
    fields[name] === undefined ? [] : [`${label}: ${String(fields[name])}`],
  )
  if (resources) lines.push('Resources:', ...resources.map((each) => `- ${each}`))
  const parts = [
    `${domain} wants you to sign in with your Solana account:\n${address}`,
    ...(statement === undefined ? [] : [statement]),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ]
  return parts.join('\n\n')
}
