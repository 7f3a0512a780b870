/** The link inside a pairing QR code: `wc:{topic}@2?relay-protocol=irn&symKey=…&expiryTimestamp=…` (EIP-1328). */

export interface PairingUri {
  readonly topic: string
  /** The pairing's secret: 32 bytes as lower-case hex. */
  readonly symKey: string
  readonly relayProtocol: string
  readonly relayData?: string
  /** Methods the other side may expect first. */
  readonly methods?: readonly string[]
  /** Seconds since 1970. */
  readonly expiryTimestamp?: number
}

const bytes32 = /^[0-9a-f]{64}$/
const protocol = /^[a-z][a-z0-9-]{0,31}$/
const method = /^[A-Za-z]\w{0,63}$/
const data = /^[0-9a-f]{1,256}$/
const seconds = /^[1-9]\d{0,14}$/
const maxLength = 2048

/** Strict: a link that is not whole, or says something twice, is no link. Unknown fields are left to newer versions. */
export function parsePairingUri(uri: string): PairingUri | undefined {
  if (uri.length > maxLength) return undefined
  const parts = /^wc:([0-9a-f]{64})@2\?([^?#]+)$/.exec(uri)
  const [, topic, query] = parts ?? []
  const fields = query === undefined ? undefined : readFields(query)
  const symKey = fields?.get('symKey')
  const relayProtocol = fields?.get('relay-protocol')
  if (!topic || !fields || !symKey || !relayProtocol) return undefined
  if (!bytes32.test(symKey) || !protocol.test(relayProtocol)) return undefined

  const relayData = fields.get('relay-data')
  const expiry = fields.get('expiryTimestamp')
  const methods = fields
    .get('methods')
    ?.split(',')
    .map((name) => name.trim())
  if (relayData !== undefined && !data.test(relayData)) return undefined
  if (expiry !== undefined && !seconds.test(expiry)) return undefined
  if (methods && !methods.every((name) => method.test(name))) return undefined
  return {
    topic,
    symKey,
    relayProtocol,
    ...(relayData !== undefined && { relayData }),
    ...(methods && { methods }),
    ...(expiry !== undefined && { expiryTimestamp: Number(expiry) }),
  }
}

/** Writes what `parsePairingUri` reads. Wallets in the field read the fields by name, so their order is free. */
export function formatPairingUri(pairing: PairingUri): string {
  const fields = [
    ...(pairing.expiryTimestamp === undefined ? [] : [`expiryTimestamp=${pairing.expiryTimestamp}`]),
    ...(pairing.methods === undefined ? [] : [`methods=${pairing.methods.join(',')}`]),
    ...(pairing.relayData === undefined ? [] : [`relay-data=${pairing.relayData}`]),
    `relay-protocol=${pairing.relayProtocol}`,
    `symKey=${pairing.symKey}`,
  ]
  return `wc:${pairing.topic}@2?${fields.join('&')}`
}

/** Undefined when a field is malformed, empty or given twice: two readers might choose differently. */
function readFields(query: string): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const field of query.split('&')) {
    const at = field.indexOf('=')
    const name = decode(field.slice(0, at))
    const value = decode(field.slice(at + 1))
    if (at < 1 || !name || !value || fields.has(name)) return undefined
    fields.set(name, value)
  }
  return fields
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
