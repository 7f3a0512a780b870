/** Writes the address of a call. Plain text in and out: a base may be relative, and its path is kept. */
import { trimEnd } from '../trimEnd.js'
import type { Endpoint } from './endpoint.js'

type QueryValue = string | number | boolean | readonly string[] | null | undefined

export interface EndpointUrlInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, QueryValue>>
}

/** `https://host/prefix` + `/v1/identity/:address` → `https://host/prefix/v1/identity/0x…?projectId=…`. Empty query fields are left out. */
export function endpointUrl(
  base: string,
  endpoint: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: EndpointUrlInput = {},
): string {
  const path = endpoint.path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => segment(name, params[name]))
  const fields = Object.entries(query)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value ?? '')] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const address = `${trimEnd(base, '/')}${path}`
  return fields.length > 0 ? `${address}?${fields.join('&')}` : address
}

/** A missing, empty or dotted segment would silently become the address of another endpoint. */
function segment(name: string, value: string | undefined): string {
  if (!value || value === '.' || value === '..') throw new TypeError(`Path parameter ${name} is missing`)
  return encodeURIComponent(value)
}
