/** Where the parts of the local world are. */
import { isPage, type LocalWorldFacts } from './localWorld.js'

type Fact = readonly [name: string, value: string]

export function LocalWorld({ world }: { world: LocalWorldFacts }) {
  return (
    <section className="panel" aria-labelledby="world">
      <h2 id="world">Local world</h2>
      <dl className="facts">
        {factsOf(world).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{isPage(value) || isFaucet(value) ? <a href={value}>{value}</a> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function factsOf({ urls, networks, accounts }: LocalWorldFacts): readonly Fact[] {
  return [
    ...Object.entries(urls).map(([part, url]): Fact => [capitalised(part), url]),
    ...Object.values(networks).flatMap(({ name, rpcUrl, faucetUrl }): Fact[] => [
      [`${name} (JSON-RPC)`, rpcUrl],
      ...(faucetUrl ? [[`${name} (faucet)`, faucetUrl] as const] : []),
    ]),
    ...(accounts ? [['Test accounts', accounts.mnemonic] as const] : []),
  ]
}

/** The faucets of the local chains have a page for people. */
const isFaucet = (value: string) => /^http:\/\/127\.0\.0\.1:\d+\/faucet$/.test(value)

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
