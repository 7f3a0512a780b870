/** The page before a provider: it says which page wants somebody to sign in, and lets nobody pass who did not say yes. */
import { createHash } from 'node:crypto'
import type { RedirectProvider } from '@latchkey/spec/options'
import { escapeHtml } from '../escapeHtml.js'
import type { Question } from './social.js'

const names = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
} as const satisfies Record<RedirectProvider, string>

/** The button is not there for the first second: a click that was meant for the page before must not hit it. */
const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center }
main { box-sizing: border-box; width: 100%; max-width: 26rem; padding: 1.5rem }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25 }
p { margin: 0 0 1rem }
.origin { padding: .75rem 1rem; border: 1px solid color-mix(in srgb, currentColor 24%, transparent); border-radius: .75rem; font-weight: 600; overflow-wrap: anywhere }
label { display: block; margin-bottom: .375rem }
input { box-sizing: border-box; width: 100%; margin-bottom: 1rem; padding: .625rem 1rem; border: 1px solid color-mix(in srgb, currentColor 48%, transparent); border-radius: .75rem; background: none; color: inherit; font: 600 1.5rem/1.5 ui-monospace, monospace; letter-spacing: .25em; text-align: center }
button:disabled { opacity: .48; cursor: default }
button { width: 100%; padding: .75rem 1rem; border: 0; border-radius: .75rem; background: light-dark(#1b5cff, #8fb0ff); color: light-dark(#fff, #0a1330); font: inherit; font-weight: 600; cursor: pointer; animation: arm 1s step-end }
:focus-visible { outline: 2px solid light-dark(#1b5cff, #8fb0ff); outline-offset: 2px }
small { display: block; margin-top: 1rem; opacity: .72 }
[role=alert] { color: light-dark(#b3261e, #ffb4ab); font-weight: 600 }
@keyframes arm { from { visibility: hidden } }
`

/**
 * Where a press is all that is asked for. A page can lay this one under another window, and take that away between the
 * two presses of a double click: so the button sleeps whenever the window comes to light, too (A-16).
 */
const armScript = `
const button = document.querySelector('button')
let timer
function rest() {
  button.disabled = true
  clearTimeout(timer)
  timer = setTimeout(() => { button.disabled = document.visibilityState !== 'visible' || !document.hasFocus() }, 1000)
}
for (const name of ['focus', 'blur', 'resize', 'pageshow']) addEventListener(name, rest)
document.addEventListener('visibilitychange', rest)
rest()
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Without `same-origin` a browser would not say that the form is our own. */
export const departureHeaders = {
  'content-security-policy': `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(armScript)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'same-origin',
} as const

export function askPage(
  { provider, origin, asksNumber }: Question,
  ticket: string,
  complaint?: string,
): string {
  const name = names[provider]
  const number = `
<label for="number">The number that it shows</label>
<input id="number" name="number" inputmode="numeric" pattern="[0-9]{2}" maxlength="2" autocomplete="off" required autofocus>`
  return page(
    `Sign in with ${name}`,
    `<h1>Sign in with ${name}?</h1>
<p>This page asks who you are, and may see the addresses of your wallet:</p>
<p class="origin">${escapeHtml(origin)}</p>
<form method="post" action="/oauth/${provider}/start">
<input type="hidden" name="attempt" value="${escapeHtml(ticket)}">${asksNumber ? number : ''}${
      complaint === undefined ? '' : `\n<p role="alert">${escapeHtml(complaint)}</p>`
    }
<button>Continue to ${name}</button>
</form>
<small>You did not come from this page? Then close this window: nothing happens.</small>${
      asksNumber ? '' : `<script>${armScript}</script>`
    }`,
  )
}

/** The way on. A form may not be redirected to another site, a page may. */
export function leavePage(provider: string, url: string): string {
  const name = Object.entries(names).find(([key]) => key === provider)?.[1] ?? provider
  const to = escapeHtml(url)
  return page(
    `Sign in with ${name}`,
    `<p>You are on the way to ${escapeHtml(name)}. <a href="${to}">Go on</a> if nothing happens.</p>`,
    `<meta http-equiv="refresh" content="0;url=${to}">`,
  )
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${head}<style>${style}</style></head>
<body><main>
${body}
</main></body>
</html>
`
}
