/** Tells the proxies from another process what to break: the proxies stand before the tests do. */
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { type Dependency, dependencyNames } from './dependencies.js'
import type { FaultProxy } from './faultProxy.js'
import { type Fault, faultNames } from './faults.js'

const answered = v.object({ met: v.number() })
const order = v.object({ dependency: v.picklist(dependencyNames), fault: v.optional(v.picklist(faultNames)) })

export interface Control {
  readonly url: string
  close(): Promise<void>
}

export async function startControl(proxies: Readonly<Record<Dependency, FaultProxy>>): Promise<Control> {
  const server = createServer(async (request, response) => {
    const { dependency, fault } = v.parse(order, JSON.parse(await text(request)))
    proxies[dependency].set(fault)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ met: proxies[dependency].met() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/** Breaks a dependency, or mends it; answers with how much the newest fault of it has met. */
export async function setFault(
  url: string,
  dependency: Dependency,
  fault: Fault | undefined,
): Promise<number> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ dependency, fault }) })
  if (!answer.ok) throw new Error(`the proxies answer ${answer.status}`)
  return v.parse(answered, await answer.json()).met
}
