/** One-click sign-in: what the wallet is asked to sign while it connects, and what its answer says (CAIP-74, CAIP-122). */
import { type NetworkId, parseAccountId } from '@latchkey/spec/caip'
import type { SignInSession } from '@latchkey/spec/entities'
import { signMethods } from '@latchkey/spec/relay'
import type { RelayAuthRequest } from './link.js'
import type { AuthReader, PairingAuth } from './pairing.js'
import { createRecap, readRecap, recapStatement } from './recap.js'
import { type AuthQuestion, authResult, type Cacao, type SessionNamespaces } from './schemas.js'

export interface AuthInput {
  readonly request: RelayAuthRequest
  /** Where the signature counts; all of eip155 (S5-16). */
  readonly chains: readonly NetworkId[]
  /** ISO 8601. */
  readonly issuedAt: string
}

/** What a pairing needs to know of it. */
export function createAuth(input: AuthInput): PairingAuth {
  const { domain, uri, nonce } = input.request
  const question = { domain, uri, nonce, chains: input.chains }
  return {
    payload: authPayload(input),
    question,
    ...readAuth(question),
  }
}

/** Reads what wallets answer to a question, also to one that an earlier page asked. */
export function readAuth(question: AuthQuestion): AuthReader {
  return {
    read(answer) {
      const result = authResult(answer)
      if (!result || result.cacaos.length === 0) return { problem: 'the answer to the sign-in is unreadable' }
      const { cacaos, responder } = result
      const problem = authProblem(cacaos, question)
      const { metadata: wallet, publicKey } = responder
      return problem ? { problem, wallet } : { cacaos, wallet, publicKey, namespaces: authNamespaces(cacaos) }
    },
  }
}

function authPayload({ request, chains, issuedAt }: AuthInput): object {
  const { domain, uri, nonce, statement, requestId, resources = [], notBefore, expirationTime } = request
  return {
    type: 'caip122',
    version: '1',
    domain,
    aud: uri,
    nonce,
    iat: issuedAt,
    chains,
    ...(statement === undefined ? {} : { statement }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(notBefore === undefined ? {} : { nbf: notBefore }),
    ...(expirationTime === undefined ? {} : { exp: expirationTime }),
    // The recap is last, by its standard.
    resources: [...resources, createRecap(signMethods.eip155.methods)],
  }
}

/** The text that a wallet signed (EIP-4361). */
export function authMessage({ p }: Cacao): string {
  const [, , , reference = '', address = ''] = p.iss.split(':')
  const statement = recapStatement(p.statement || undefined, p.resources)
  return [
    `${p.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${p.aud}`,
    `Version: ${p.version}`,
    `Chain ID: ${reference}`,
    `Nonce: ${p.nonce}`,
    `Issued At: ${p.iat}`,
    ...(p.exp ? [`Expiration Time: ${p.exp}`] : []),
    ...(p.nbf ? [`Not Before: ${p.nbf}`] : []),
    ...(p.requestId ? [`Request ID: ${p.requestId}`] : []),
    ...(p.resources ? [['Resources:', ...p.resources.map((each) => `- ${each}`)].join('\n')] : []),
  ].join('\n')
}

/** Why an answer is not one to this question; the signature itself is checked by whoever keeps it. */
function authProblem(cacaos: readonly Cacao[], question: AuthQuestion): string | undefined {
  const { chains } = question
  for (const { h, p, s } of cacaos) {
    const account = accountOf(p.iss)
    if (h.t !== 'caip122' && h.t !== 'eip4361') return `${h.t} is no kind of message that was asked for`
    if (!account || !chains.includes(account.networkId)) return `${p.iss} is no account that was asked for`
    if (p.domain !== question.domain || p.aud !== question.uri) return 'it was signed for another page'
    if (p.nonce !== question.nonce) return 'it answers another question'
    if (s.s === '') return 'it has no signature'
  }
  return undefined
}

function authNamespaces(cacaos: readonly Cacao[]): SessionNamespaces {
  const recap = readRecap(cacaos[0]?.p.resources)
  const accounts = cacaos.flatMap(({ p }) => {
    const account = accountOf(p.iss)
    if (!account) return []
    const chains = new Set([account.networkId, ...(readRecap(p.resources)?.chains ?? [])])
    return [...chains].map((chain) => `${chain}:${account.address}`)
  })
  const { methods, events } = signMethods.eip155
  return {
    eip155: {
      accounts: [...new Set(accounts)],
      methods: [...(recap?.methods ?? methods)],
      events: [...events],
    },
  }
}

/** The sign-in sessions that a wallet gave together with the connection; one for each account that it signed for. */
export function authSessions(cacaos: readonly Cacao[]): readonly SignInSession[] {
  return cacaos.flatMap((cacao) => {
    const { p, s } = cacao
    const account = accountOf(p.iss)
    if (!account) return []
    const data = {
      accountAddress: account.address,
      chainId: account.networkId,
      uri: p.aud,
      domain: p.domain,
      version: p.version,
      nonce: p.nonce,
      issuedAt: p.iat,
      statement: recapStatement(p.statement || undefined, p.resources),
      expirationTime: p.exp,
      notBefore: p.nbf,
      requestId: p.requestId,
      resources: p.resources ?? undefined,
    }
    return [{ data, message: authMessage(cacao), signature: s.s, cacao }]
  })
}

/** `did:pkh:` and an account id. */
const accountOf = (iss: string) => parseAccountId(iss.replace(/^did:pkh:/, ''))
