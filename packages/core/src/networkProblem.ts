/** What keeps a value from being a network (S3-03), in words. The spec's schema says the same; it is too heavy for a first load. */
import { isNamespace, parseNetworkId } from '@latchkey/spec/caip'

export interface NetworkProblem {
  /** The field at fault; empty for the network itself. */
  readonly path: string
  readonly reason: string
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isList: Check = (value) => Array.isArray(value) && value.every(isText)
const isAbsent: Check = (value) => value === undefined
const isDecimals: Check = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255

/** The first problem, or `undefined` when the value is a network. */
export function networkProblem(network: unknown): NetworkProblem | undefined {
  if (!(network instanceof Object)) return { path: '', reason: 'an object is expected' }
  const field = (path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>(
        (value, key) => (value instanceof Object ? Reflect.get(value, key) : undefined),
        network,
      )
  const checks: readonly (readonly [path: string, check: Check, reason: string])[] = [
    ['id', (value) => isText(value) || typeof value === 'number', 'a text or a number is expected'],
    ['chainNamespace', isNamespace, 'there is no such namespace'],
    [
      'caipNetworkId',
      (value) => isText(value) && Boolean(parseNetworkId(String(value))),
      'a CAIP-2 id is expected',
    ],
    ['name', isText, 'a text is expected'],
    ['nativeCurrency.name', isText, 'a text is expected'],
    ['nativeCurrency.symbol', isText, 'a text is expected'],
    ['nativeCurrency.decimals', isDecimals, 'a whole number up to 255 is expected'],
    ['rpcUrls.default.http', isList, 'a list of web addresses is expected'],
    ['rpcUrls.default.webSocket', (value) => isAbsent(value) || isList(value), 'a list is expected'],
    ['blockExplorers', (value) => isAbsent(value) || value instanceof Object, 'an object is expected'],
    ['testnet', (value) => isAbsent(value) || typeof value === 'boolean', 'true or false is expected'],
    ['assets', (value) => isAbsent(value) || value instanceof Object, 'an object is expected'],
  ]
  const wrong = checks.find(([path, check]) => !check(field(path)))
  if (wrong) return { path: wrong[0], reason: wrong[2] }
  const namespace = String(field('chainNamespace'))
  if (String(field('caipNetworkId')).startsWith(`${namespace}:`)) return undefined
  return { path: 'caipNetworkId', reason: `it does not belong to ${namespace}` }
}
