/** A passkey without hardware: answers what `navigator.credentials` is asked for, as JSON, with a key of its own. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Where the browser says that it was; a frame names the page around it. */
export interface PasskeyPlace {
  readonly origin: string
  readonly topOrigin?: string
}

export interface SoftPasskey {
  readonly id: string
  create(options: unknown, place: PasskeyPlace): object
  /** `flags` for tests that lie: a person was there (1), and was verified (4). */
  get(options: unknown, place: PasskeyPlace, flags?: number): object
}

const userPresent = 1
const userVerified = 4
const attested = 64

export function createSoftPasskey(): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(16)
  const id = rawId.toString('base64url')
  let counter = 0

  function clientData(type: string, options: unknown, { origin, topOrigin }: PasskeyPlace): Buffer {
    const { challenge } = options as { challenge: string } // as the contract has it
    const frame = topOrigin === undefined ? { crossOrigin: false } : { crossOrigin: true, topOrigin }
    return Buffer.from(JSON.stringify({ type, challenge, origin, ...frame }))
  }

  function authenticatorData(origin: string, flags: number, rest: Buffer = Buffer.alloc(0)): Buffer {
    counter += 1
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(new URL(origin).hostname), head, rest])
  }

  const credential = (response: Record<string, Buffer>) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([key, value]) => [key, value.toString('base64url')]),
    ),
  })

  return {
    id,
    create(options, place) {
      const key = cborMap([
        [cborInteger(1), cborInteger(2)],
        [cborInteger(3), cborInteger(-7)],
        [cborInteger(-1), cborInteger(1)],
        [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const data = Buffer.concat([Buffer.alloc(16), length, rawId, key])
      const authData = authenticatorData(place.origin, userPresent | userVerified | attested, data)
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ])
      return credential({ clientDataJSON: clientData('webauthn.create', options, place), attestationObject })
    },
    get(options, place, flags = userPresent | userVerified) {
      const clientDataJSON = clientData('webauthn.get', options, place)
      const data = authenticatorData(place.origin, flags)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey)
      return credential({ clientDataJSON, authenticatorData: data, signature })
    },
  }
}

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest()

/** The head of one item of CBOR (RFC 8949): its kind, and a number below 65536. */
function cborHead(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.of((kind << 5) | value)
  if (value < 256) return Buffer.of((kind << 5) | 24, value)
  return Buffer.of((kind << 5) | 25, value >> 8, value & 255)
}
const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value])
const cborText = (value: string) => Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
