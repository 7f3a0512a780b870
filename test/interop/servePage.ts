/** Builds the page and serves it under a policy that lets it talk to the relay and to nobody else. */
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { temporaryFolder } from '../scale/folder.js'

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

export interface ServedPage {
  readonly origin: string
  close(): void
}

export async function servePage({ relayUrl }: { readonly relayUrl: string }): Promise<ServedPage> {
  const outDir = temporaryFolder()
  await build({
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@latchkey/source', 'browser', 'module'] },
    build: { outDir, emptyOutDir: true },
  })
  const { origin: relay } = new URL(relayUrl)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname === '/' ? '/index.html' : pathname
    response.setHeader('content-security-policy', `default-src 'self'; connect-src ${relay}`)
    try {
      const body = readFileSync(join(outDir, name))
      response.setHeader('content-type', types[extname(name)] ?? 'text/plain').end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    origin: `http://localhost:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
