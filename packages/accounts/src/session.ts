/** Sessions of an account: the calls of the owner that open and close one, and the names by which everybody finds it. */
import type { Call } from './calls.js'
import { type Deployment, deployment } from './deployment.js'
import { concat, type Hex, keccak, left, sized, utf8, word } from './hex.js'

export interface Session {
  /** A UUID, under which the gateway keeps it. */
  readonly id: string
  /** Addresses of the two keys that act together. */
  readonly app: Hex
  readonly gateway: Hex
  /** Seconds since 1970. */
  readonly validUntil: number
}

/** ERC-7579: what checks signatures. */
const validatorKind = word(1n)

const selector = (signature: string): Hex => `0x${keccak(utf8(signature)).slice(2, 10)}`

/** The first four bytes of its id, so that nobody has to keep two names. */
export function sessionNumber(id: string): number {
  const [first = ''] = id.split('-')
  if (!/^[0-9a-f]{8}$/.test(first)) throw new TypeError('a session is named by a UUID')
  return Number.parseInt(first, 16)
}

/** How the gateway and apps name it: the module, then its number there. */
export function sessionContext(id: string, at: Deployment = deployment): Hex {
  return concat(left(at.sessionValidator, 20), word(BigInt(sessionNumber(id)), 4))
}

/** The first session comes with the module itself; later ones are opened at the module. */
export function openSessionCall(
  account: Hex,
  session: Session,
  { isInstalled, at = deployment }: { readonly isInstalled: boolean; readonly at?: Deployment },
): Call {
  const { id, app, gateway, validUntil } = session
  const words = concat(
    word(BigInt(sessionNumber(id))),
    left(app),
    left(gateway),
    // The module reads 6 bytes.
    left(word(BigInt(validUntil), 6)),
  )
  if (isInstalled)
    return {
      to: at.sessionValidator,
      data: concat(selector('open(uint32,address,address,uint48)'), words),
    }
  const install = selector('installModule(uint256,address,bytes)')
  const data = concat(install, validatorKind, left(at.sessionValidator), word(96n), sized(words))
  return { to: account, data }
}

export function closeSessionCall(id: string, at: Deployment = deployment): Call {
  return {
    to: at.sessionValidator,
    data: concat(selector('close(uint32)'), word(BigInt(sessionNumber(id)))),
  }
}

/** What is asked of an account to learn whether it has the module: answered with a word, or with nothing before it is deployed. */
export function hasSessionsData(at: Deployment = deployment): Hex {
  const isModuleInstalled = selector('isModuleInstalled(uint256,address,bytes)')
  return concat(isModuleInstalled, validatorKind, left(at.sessionValidator), word(96n), sized('0x'))
}
