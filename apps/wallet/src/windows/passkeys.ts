/** Passkeys in a window: made, asked, and tried for PRF. Options and answers are WebAuthn's JSON. */
import { fromBase64url, toBase64url } from '../keys/bytes.js'

/** As the server wrote them; the browser checks them again. */
type Options = { readonly challenge: string; readonly [name: string]: unknown }

export interface MadePasskey {
  readonly credential: Record<string, unknown> & CredentialHead
  readonly id: string
  /** The browser says that it has PRF; whether it works, its first use shows. */
  readonly hasPrf: boolean
  /** The uncompressed point of P-256, from the authenticator itself and not from the server. */
  readonly point: string | undefined
}

interface CredentialHead {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: Record<string, unknown> & { readonly clientDataJSON: string }
}

/** The person said no, or the device has nothing to offer: the next factor is tried (F-N). */
export class PasskeyDeclined extends Error {
  override readonly name = 'PasskeyDeclined'
}

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function'

const prf = (salt: Uint8Array<ArrayBuffer>) => ({ prf: { eval: { first: salt } } })

export async function makePasskey(options: Options, salt?: Uint8Array<ArrayBuffer>): Promise<MadePasskey> {
  // Read from our own server, in the form of WebAuthn; what is binary there is text in JSON.
  const given = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...(given as unknown as PublicKeyCredentialCreationOptions),
    challenge: fromBase64url(given.challenge),
    user: { ...given.user, id: fromBase64url(given.user.id) },
    excludeCredentials: (given.excludeCredentials ?? []).map(descriptorOf),
    // An empty one breaks some authenticators: it has an input, or it is not there.
    ...(salt ? { extensions: prf(salt) } : {}),
  }
  const made = await ask(() => navigator.credentials.create({ publicKey }))
  const { response } = made
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new PasskeyDeclined()
  return {
    id: made.id,
    hasPrf: extensionOf(made)?.enabled === true,
    point: pointOf(response),
    credential: {
      ...headOf(made),
      response: {
        clientDataJSON: encode(response.clientDataJSON),
        attestationObject: encode(response.attestationObject),
        transports: response.getTransports?.() ?? [],
      },
    },
  }
}

export interface ShownPasskey {
  readonly credential: Record<string, unknown> & CredentialHead
  readonly id: string
  /** 32 bytes, where the authenticator has PRF. */
  readonly secret: Uint8Array<ArrayBuffer> | undefined
}

export async function showPasskey(options: Options, salt?: Uint8Array<ArrayBuffer>): Promise<ShownPasskey> {
  const given = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const publicKey: PublicKeyCredentialRequestOptions = {
    ...(given as unknown as PublicKeyCredentialRequestOptions),
    challenge: fromBase64url(given.challenge),
    allowCredentials: (given.allowCredentials ?? []).map(descriptorOf),
    ...(salt ? { extensions: prf(salt) } : {}),
  }
  const shown = await ask(() => navigator.credentials.get({ publicKey }))
  const { response } = shown
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new PasskeyDeclined()
  return {
    id: shown.id,
    secret: prfOf(shown),
    credential: {
      ...headOf(shown),
      response: {
        clientDataJSON: encode(response.clientDataJSON),
        authenticatorData: encode(response.authenticatorData),
        signature: encode(response.signature),
        ...(response.userHandle ? { userHandle: encode(response.userHandle) } : {}),
      },
    },
  }
}

async function ask(question: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const answer = await question()
    if (answer instanceof PublicKeyCredential) return answer
  } catch {
    // Each browser has its own words for a person who said no, and tells no page why.
  }
  throw new PasskeyDeclined()
}

interface PrfAnswer {
  readonly enabled?: boolean
  readonly results?: { readonly first?: BufferSource }
}

/** The standard library's types do not have it in every version. */
const extensionOf = (credential: PublicKeyCredential): PrfAnswer | undefined =>
  (credential.getClientExtensionResults() as { readonly prf?: PrfAnswer }).prf

function prfOf(credential: PublicKeyCredential): Uint8Array<ArrayBuffer> | undefined {
  const first = extensionOf(credential)?.results?.first
  if (first === undefined) return undefined
  const view = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  // A copy of its own, which can be wiped.
  return view.length === 32 ? new Uint8Array(view) : undefined
}

/** SubjectPublicKeyInfo of P-256 ends with the point. */
function pointOf(response: AuthenticatorAttestationResponse): string | undefined {
  const isEs256 = response.getPublicKeyAlgorithm?.() === -7
  const key = isEs256 ? response.getPublicKey() : null
  const point = key ? new Uint8Array(key).slice(-65) : undefined
  return point?.[0] === 4 && point.length === 65 ? toBase64url(point) : undefined
}

const headOf = ({ id, rawId }: PublicKeyCredential) => ({
  id,
  rawId: encode(rawId),
  type: 'public-key' as const,
  // The secret of a PRF is in the results of extensions: they are never handed on.
  clientExtensionResults: {},
})

const descriptorOf = ({
  id,
  transports,
}: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor => ({
  id: fromBase64url(id),
  type: 'public-key',
  ...(transports ? { transports: transports as AuthenticatorTransport[] } : {}),
})

const encode = (buffer: ArrayBuffer): string => toBase64url(new Uint8Array(buffer))
