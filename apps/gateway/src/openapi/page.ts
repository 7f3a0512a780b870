/** The contract as a page for people: no script, no picture, nothing from elsewhere. */
import { createHash } from 'node:crypto'
import type { OpenApi, Operation, Parameter } from './document.js'
import type { JsonSchema } from './jsonSchema.js'

const style = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.6rem}code,pre{font:0.875rem/1.5 ui-monospace,monospace}
details{border:1px solid var(--line);border-radius:8px;margin:.5rem 0}
summary{cursor:pointer;padding:.6rem .8rem;overflow-wrap:anywhere}
summary b{display:inline-block;min-width:3.2rem}summary small{opacity:.7;margin-left:.5rem}
section{padding:0 .8rem .8rem}pre{background:var(--soft);padding:.7rem;border-radius:6px;overflow:auto;max-height:28rem}
table{border-collapse:collapse;width:100%}td{border-top:1px solid var(--line);padding:.35rem .5rem;text-align:left;vertical-align:top;white-space:nowrap}
td:last-child{white-space:normal;overflow-wrap:anywhere;width:100%}h4{margin:1.2rem 0 .4rem}
@media (max-width:40rem){td{display:block;border:0;padding:0}td:first-child{border-top:1px solid var(--line);padding-top:.5rem;font-weight:600}td:last-child{padding-bottom:.5rem}}`

/** The one style sheet is named by its digest, so that a policy without exceptions lets it in. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export function pageOf({ info, paths }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(path, method, operation)),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(info.title)}</title><style>${style}</style></head>
<body><h1>${escape(info.title)}</h1><p>${escape(info.description)}</p><p>The same for programs: <a href="/openapi.json">openapi.json</a>. Every refusal has one shape: <code>{"status":"FAILED","reasons":[{"field":"…","description":"…"}]}</code>, and every answer an <code>x-request-id</code>.</p>
${operations.join('\n')}
</body></html>
`
}

function section(path: string, method: string, operation: Operation): string {
  const { operationId, parameters, requestBody, responses } = operation
  const [[status, good] = ['200', {}], ...refusals] = Object.entries(responses)
  const rows = refusals.map(
    ([code, { description }]) => `<tr><td>${code}</td><td>${escape(String(description))}</td></tr>`,
  )
  return `<details id="${escape(operationId)}"><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code><small>${escape(operation.summary)}</small></summary><section>
${parameters.length > 0 ? `<h4>Parameters</h4><table>${parameters.map(parameterRow).join('')}</table>` : ''}
${requestBody ? `<h4>Body</h4>${code(requestBody.content)}` : ''}
<h4>Answer ${escape(status)}</h4>${code(good.content)}
<h4>Refusals</h4><table>${rows.join('')}</table></section></details>`
}

function parameterRow({ name, in: place, required, schema }: Parameter): string {
  const facts = `${place}${required ? ', required' : ''}`
  return `<tr><td><code>${escape(name)}</code></td><td>${facts}</td><td><code>${escape(JSON.stringify(schema))}</code></td></tr>`
}

function code(content: unknown): string {
  const media = (content ?? {}) as Record<string, { schema: JsonSchema }> // as written by `operation`
  return Object.entries(media)
    .map(
      ([type, { schema }]) =>
        `<p><code>${escape(type)}</code></p><pre>${escape(JSON.stringify(schema, null, 2))}</pre>`,
    )
    .join('')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
