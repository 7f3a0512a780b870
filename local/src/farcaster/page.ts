/** The page of the Farcaster stand-in: what a person’s phone would ask. Never to be taken for the real service. */

import { escapeHtml } from '../escapeHtml.js'
import type { Person } from '../identity/people.js'

export function askPage(input: {
  domain: string
  token: string
  action: string
  people: readonly Person[]
}): string {
  const buttons = input.people.map(
    ({ id, name, handle, number }) =>
      `<button name="person" value="${escapeHtml(id)}"><b>${escapeHtml(name)}</b><span>@${escapeHtml(handle)} · id ${number}</span></button>`,
  )
  return pageOf(
    'Sign in with Farcaster',
    `<p>Sign in to <b>${escapeHtml(input.domain)}</b> as</p>
<form method="post" action="${escapeHtml(input.action)}">
<input type="hidden" name="channelToken" value="${escapeHtml(input.token)}">
${buttons.join('\n')}
</form>`,
  )
}

export function endPage(text: string): string {
  return pageOf('Farcaster stand-in', `<p>${escapeHtml(text)}</p>`)
}

function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 22rem; margin: 3rem auto; padding: 0 1rem }
  p.note { border: 1px dashed #c80; border-radius: 8px; padding: .5rem .75rem; font-size: .875rem }
  form { display: grid; gap: .5rem }
  button { font: inherit; padding: .75rem 1rem; border: 1px solid #8886; border-radius: 10px; background: none;
    color: inherit; text-align: left; cursor: pointer; display: grid }
  button:hover, button:focus-visible { border-color: #36c; outline: 2px solid #36c4 }
  button span { opacity: .7; font-size: .875rem }
</style>
<h1>${title}</h1>
<p class="note">This is the local world’s stand-in for a Farcaster app. Each of these people signs with a test key that everybody knows.</p>
${body}
</html>`
}
