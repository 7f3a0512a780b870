/** What a resolver contract asks of the gateway: a name as DNS writes it, and the call that was made about it (ENSIP-10). */
import { decodeAbiParameters, type Hex, hexToBytes, parseAbiParameters, sliceHex } from 'viem'

export interface Question {
  readonly name: string
  /** The call, as a resolver on the chain would get it. */
  readonly call: Hex
}

/** `resolve(bytes,bytes)`: some resolvers send the whole call, others its parameters. */
const resolveSelector = '0x9061b923'
const parameters = parseAbiParameters('bytes name, bytes call')

/** Undefined for anything else. */
export function readQuestion(data: Hex): Question | undefined {
  try {
    const isWhole = data.toLowerCase().startsWith(resolveSelector)
    const [dnsName, call] = decodeAbiParameters(parameters, isWhole ? sliceHex(data, 4) : data)
    const name = readDnsName(hexToBytes(dnsName))
    return name === undefined ? undefined : { name, call }
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Labels with their length before them, and a zero at the end; nothing after it. */
function readDnsName(bytes: Uint8Array): string | undefined {
  const labels: string[] = []
  let at = 0
  for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) {
    const end = at + 1 + length
    if (end >= bytes.length) return undefined
    const label = utf8.decode(bytes.subarray(at + 1, end))
    // A dot inside of a label would make two names the same.
    if (label.includes('.')) return undefined
    labels.push(label)
    at = end
  }
  return at === bytes.length - 1 ? labels.join('.') : undefined
}
