/** The sandbox's card form as a page: one style, one script, both named by their digests; nothing from elsewhere. */
import { createHash } from 'node:crypto'
import type { StoredOrder } from '../orders.js'
import { testCards } from './cards.js'
import { script } from './pageScript.js'
import { style } from './pageStyle.js'

const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const sandboxPolicy = [
  "default-src 'none'",
  `style-src ${digest(style)}`,
  `script-src ${digest(script)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function sandboxPage(order: StoredOrder, status: string): string {
  const { id, projectId, paymentAmount, paymentCurrency, purchaseAmount, purchaseSymbol } = order
  const price = `${paymentAmount ?? ''} ${paymentCurrency}`
  const data = {
    order: id,
    project: projectId,
    status,
    reason: order.reason ?? '',
    hash: order.transactionHash ?? '',
  }
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escape(value)}"`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Sandbox payment</title><style>${style}</style></head>
<body><main ${attributes.join(' ')}>
<p class="mark"><b>Sandbox</b> Nobody is charged. Never type a real card here.</p>
<h1>Pay ${escape(price)}</h1>
<dl><div><dt>You get</dt><dd>${escape(`${purchaseAmount ?? ''} ${purchaseSymbol}`)}</dd></div><div><dt>At</dt><dd><code>${escape(order.address)}</code></dd></div></dl>
<form hidden>
<label>Card number<input id="card" inputmode="numeric" autocomplete="off" spellcheck="false" maxlength="23" aria-describedby="hint problem" required></label>
<div class="pair"><label>Expires<input autocomplete="off" inputmode="numeric" maxlength="7" placeholder="12/34"></label><label>Code<input autocomplete="off" inputmode="numeric" maxlength="4" placeholder="123"></label></div>
<p id="hint">Test cards: <button type="button" data-card="${spaced(testCards.approved)}">${spaced(testCards.approved)}</button> pays, <button type="button" data-card="${spaced(testCards.declined)}">${spaced(testCards.declined)}</button> is declined.</p>
<p id="problem" role="alert"></p>
<button class="pay" type="submit">Pay ${escape(price)}</button>
</form>
<p id="progress" role="status"></p>
${order.redirectUrl === null ? '' : `<p id="back" hidden><a href="${escape(order.redirectUrl)}">Back to ${escape(new URL(order.redirectUrl).host)}</a></p>`}
<noscript><p>This page needs JavaScript.</p></noscript>
</main><script>${script}</script></body></html>
`
}

function spaced(card: string): string {
  return card.replace(/(\d{4})(?=\d)/g, '$1 ')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
