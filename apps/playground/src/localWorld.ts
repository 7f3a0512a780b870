/** What `npm start` wrote down about the local world: where its parts are. Absent when the page stands alone. */
import * as v from 'valibot'

/** What this page needs of `/local.json`; its owner may add to it freely. */
const schema = v.object({
  urls: v.record(v.string(), v.string()),
  networks: v.record(
    v.string(),
    v.object({
      name: v.string(),
      rpcUrl: v.string(),
      faucetUrl: v.optional(v.string()),
      tokens: v.optional(v.array(v.object({ symbol: v.string(), address: v.string() }))),
    }),
  ),
  accounts: v.optional(
    v.object({ mnemonic: v.string(), addresses: v.optional(v.array(v.object({ address: v.string() }))) }),
  ),
})

export type LocalWorldFacts = v.InferOutput<typeof schema>

/** In milliseconds: the file lies beside the page, which waits for it. */
const patience = 2_000

export async function readLocalWorld(): Promise<LocalWorldFacts | undefined> {
  try {
    const response = await fetch('/local.json', { signal: AbortSignal.timeout(patience) })
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return undefined
    const read = v.safeParse(schema, await response.json())
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** Links to pages only: the file is ours, but a page never trusts an address it did not write. */
export const isPage = (value: string | undefined): value is string =>
  value !== undefined && /^http:\/\/localhost:\d+$/.test(value)
