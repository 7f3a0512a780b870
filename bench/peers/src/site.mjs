/** Serves one built app at a time, as a fast server would: compressed, never from a cache, under a policy if one is set. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { builtFolder } from './buildApps.mjs'

const types = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
})

/** @param {string} path @returns {Buffer | undefined} */
function read(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/**
 * @returns {Promise<{ url: string, show: (name: string, policy?: string) => void, close: () => void }>} `show` puts an
 *   app on the address, under a Content-Security-Policy or none
 */
export async function startSite() {
  let folder = ''
  /** @type {string | undefined} */
  let policy
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    // A path that climbs out of the folder has lost its way here, and finds nothing.
    const path = join(folder, normalize(decodeURIComponent(pathname === '/' ? '/index.html' : pathname)))
    const compressed = read(`${path}.br`)
    const body = compressed ?? read(path)
    if (!body) {
      response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end()
      return
    }
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'cache-control': 'no-store',
      ...(compressed && { 'content-encoding': 'br' }),
      ...(policy && { 'content-security-policy': policy }),
    })
    response.end(body)
  })
  await /** @type {Promise<void>} */ (new Promise((done) => server.listen(0, '127.0.0.1', done)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port.')
  return {
    url: `http://localhost:${address.port}/`,
    show(name, wantedPolicy) {
      folder = builtFolder(name)
      policy = wantedPolicy
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
