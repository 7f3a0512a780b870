/** The process of the static sites: playground, phone and documentation, each on a port of its own. */
import { readFileSync } from 'node:fs'
import { onStop } from '../onStop.js'
import { type SiteOptions, serveSite } from './serveSite.js'

/** What the supervisor hands over in LATCHKEY_SITES. */
export interface SitePlan extends Omit<SiteOptions, 'extra'> {
  readonly name: string
  /** A file to serve at /local.json. */
  readonly localFile?: string
}

// Written by startWorld, which has the type of it.
const plans = JSON.parse(process.env.LATCHKEY_SITES ?? '[]') as SitePlan[]
const servers = await Promise.all(
  plans.map(({ localFile, ...site }) =>
    serveSite({ ...site, ...(localFile ? { extra: { '/local.json': () => readFileSync(localFile) } } : {}) }),
  ),
)
onStop(async () => {
  await Promise.all(servers.map((server) => server.close()))
})
for (const { name, port } of plans) console.log(`${name} listens on http://127.0.0.1:${port}`)
