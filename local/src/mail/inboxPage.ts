/** The inbox of the local world: every mail that it sent, newest first, with links that can be followed. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml } from '../escapeHtml.js'
import { sendJson } from '../http.js'
import type { CaughtMail, MailSink } from './startMail.js'

/** Serves `/`, `/mails` (JSON) and `/mails/:id`; false where the path is somebody else's. */
export function createInbox({ mails }: Pick<MailSink, 'mails'>) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path = ''] = (request.url ?? '').split('?')
    if (request.method !== 'GET') return false
    if (path === '/mails') return Boolean(sendJson(response, 200, { mails }))
    const id = /^\/mails\/(\d{1,9})$/.exec(path)?.[1]
    const mail = id === undefined ? undefined : mails.find((each) => each.id === Number(id))
    if (path !== '/' && !mail) return false
    const shown = mail ? mailPart(mail) : listPart(mails)
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        // Mails are drawn as text, so nothing in one can run or load anything.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
      })
      .end(pageOf(shown, mail === undefined))
    return true
  }
}

function listPart(mails: readonly CaughtMail[]): string {
  if (mails.length === 0) return '<p class="empty">No mail yet. It comes when somebody signs in by email.</p>'
  const rows = mails.map(
    ({ id, to, subject, at }) =>
      `<li><a href="/mails/${id}"><b>${escapeHtml(subject)}</b><span>to ${escapeHtml(to.join(', '))}</span><time>${timeOf(at)}</time></a></li>`,
  )
  return `<ul>${rows.join('')}</ul>`
}

function mailPart({ to, from, subject, text, at }: CaughtMail): string {
  return `<p><a href="/">← All mails</a></p>
<article><h2>${escapeHtml(subject)}</h2>
<p class="facts">from ${escapeHtml(from)}<br>to ${escapeHtml(to.join(', '))}<br>${timeOf(at)}</p>
<pre>${linked(text)}</pre></article>`
}

/** Addresses become links, everything else stays text. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}

const timeOf = (at: number) => new Date(at).toISOString().slice(11, 19)

function pageOf(content: string, isList: boolean): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${isList ? '<meta http-equiv="refresh" content="3">' : ''}
<title>Inbox of the local world</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.25rem } h2 { font-size: 1.125rem; margin: 0 }
  ul { list-style: none; padding: 0; display: grid; gap: .5rem }
  li a { display: grid; grid-template-columns: 1fr auto; padding: .75rem 1rem; border: 1px solid #8886;
    border-radius: 10px; text-decoration: none; color: inherit }
  li a:hover, li a:focus-visible { border-color: #36c; outline: 2px solid #36c4 }
  li span { grid-row: 2; opacity: .7; font-size: .875rem } time { opacity: .7; font-size: .875rem }
  .facts, .empty { opacity: .7; font-size: .875rem }
  article { border: 1px solid #8886; border-radius: 10px; padding: 1rem }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 1rem 0 0 }
</style>
<h1>Inbox of the local world</h1>
${content}
</html>`
}
