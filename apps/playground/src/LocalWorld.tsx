/** Where the parts of the local world are, as `npm start` wrote them down; absent when the page stands alone. */
import { useEffect, useState } from 'react'

export function LocalWorld() {
  const [facts, setFacts] = useState<readonly [name: string, value: string][]>([])
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
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Shows whatever texts the file holds at its first two levels; its owner may add to it freely. */
async function readLocalWorld(signal: AbortSignal): Promise<readonly [string, string][]> {
  const response = await fetch('/local.json', { signal })
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return []
  return flatten(await response.json())
}

function flatten(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string' || typeof value === 'number') return [[path, String(value)]]
  if (!(value instanceof Object) || path.split('.').length > 2) return []
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, path ? `${path}.${key}` : key))
}
