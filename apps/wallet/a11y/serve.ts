/**
 * Stands in the place of the wallet's server: hands out its files, and gives the answers of a scene. Each is held against
 * the table of the API, so that a scene shows nothing that a server could not lead to.
 */
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import {
  type WalletErrorBody,
  type WalletRouteName,
  walletApiBase,
  walletErrors,
  walletRoutes,
} from '@latchkey/spec/walletApi'
import type { Route } from 'playwright-core'
import * as v from 'valibot'
import { fillKit, kitTemplatePath } from '../src/kit/template.js'
import type { Answer, Scene } from './scene.js'
import { wordsIn } from './words.js'
import { origin } from './world.js'

export interface Serving {
  /** What was built. */
  readonly folder: string
  readonly scene: Scene
  readonly language: string
  readonly complaints: string[]
}

export async function serve(route: Route, { folder, scene, language, complaints }: Serving): Promise<void> {
  const request = route.request()
  const url = new URL(request.url())
  if (url.origin !== origin) {
    complaints.push(`foreign request: ${request.url()}`)
    return route.abort()
  }
  if (url.pathname.startsWith(walletApiBase)) {
    const name = routeOf(request.method(), url.pathname.slice(walletApiBase.length))
    const answer = name && (scene.answers?.[name] ?? usual[name])
    if (!answer) {
      complaints.push(`nobody expected ${request.method()} ${url.pathname}`)
      return route.abort()
    }
    // The table types both ends; the lookup loses it.
    const told = await (answer as Answer)({ body: request.postDataJSON() })
    // The page is left with it.
    if (told === 'never') return
    return route.fulfill(responseOf(name, told))
  }
  if (url.pathname === '/kit') {
    const template = readFileSync(join(folder, kitTemplatePath.slice(1)), 'utf8')
    const body = fillKit(template, { ...(await scene.kit?.()), ...tongueOf(language) })
    return route.fulfill({ contentType: 'text/html', body })
  }
  const path = pathOf(folder, url.pathname)
  if (path === undefined) {
    complaints.push(`there is no ${url.pathname}`)
    return route.fulfill({ status: 404 })
  }
  return route.fulfill({ path, contentType: types[extname(path)] ?? 'application/octet-stream' })
}

/** What the window that makes a kit in this language writes into it. */
function tongueOf(language: string) {
  if (language === 'en') return {}
  const words = Object.entries(wordsIn(language)).filter(([key]) => key.startsWith('kit.'))
  return { tongue: { code: language, words: Object.fromEntries(words) } }
}

/** What most scenes answer, and none shows. */
const usual: Partial<Record<WalletRouteName, Answer>> = {
  nonceRead: () => ({}),
  windowResult: () => ({}),
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
}

function pathOf(folder: string, pathname: string): string | undefined {
  const wanted = pathname === '/' ? '/index.html' : pathname
  return [wanted, `${wanted}.html`].map((name) => join(folder, name)).find((path) => existsSync(path))
}

const routes = Object.entries(walletRoutes).map(([name, { method, path }]) => ({
  // The keys of an object are texts, and its own.
  name: name as WalletRouteName,
  method,
  shape: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}))

const routeOf = (method: string, path: string): WalletRouteName | undefined =>
  routes.find((each) => each.method === method && each.shape.test(path))?.name

function responseOf(name: WalletRouteName, told: Exclude<Awaited<ReturnType<Answer>>, 'never'>) {
  const headers = { 'dpop-nonce': 'nonce' }
  if (!('refused' in told)) return { headers, json: v.parse(walletRoutes[name].response, told) }
  const { refused, ...more } = told
  const { status, text } = walletErrors[refused]
  const json: WalletErrorBody = { error: { code: refused, message: text, ...more } }
  return { status, headers, json }
}
