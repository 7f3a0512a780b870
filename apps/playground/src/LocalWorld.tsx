/** Where the parts of the local world are, as `npm start` wrote them down; absent when the page stands alone. */

import { useEffect, useState } from 'react'
import * as v from 'valibot'

/** What this page shows of `/local.json`; its owner may add to it freely. */
const localWorld = v.object({
  urls: v.record(v.string(), v.string()),
  networks: v.record(
    v.string(),
    v.object({ name: v.string(), rpcUrl: v.string(), faucetUrl: v.optional(v.string()) }),
  ),
  accounts: v.optional(v.object({ mnemonic: v.string() })),
})

type Fact = readonly [name: string, value: string]

export function LocalWorld() {
  const [facts, setFacts] = useState<readonly Fact[]>([])
  useEffect(() => {
    const asking = new AbortController()
    readLocalWorld(asking.signal).then(setFacts, () => {})
    return () => asking.abort()
  }, [])
  if (facts.length === 0) return null
  return (
    <section className="panel" aria-labelledby="world">
      <h2 id="world">Local world</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{isPage(value) ? <a href={value}>{value}</a> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Links to pages only: the file is ours, but a page never trusts an address it did not write. */
const isPage = (value: string) => /^http:\/\/localhost:\d+$/.test(value)

async function readLocalWorld(signal: AbortSignal): Promise<readonly Fact[]> {
  const response = await fetch('/local.json', { signal })
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return []
  const read = v.safeParse(localWorld, await response.json())
  if (!read.success) return []
  const { urls, networks, accounts } = read.output
  return [
    ...Object.entries(urls).map(([part, url]): Fact => [capitalised(part), url]),
    ...Object.values(networks).flatMap(({ name, rpcUrl, faucetUrl }): Fact[] => [
      [`${name} (JSON-RPC)`, rpcUrl],
      ...(faucetUrl ? [[`${name} (faucet)`, faucetUrl] as const] : []),
    ]),
    ...(accounts ? [['Test accounts', accounts.mnemonic] as const] : []),
  ]
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
