/** The page of error codes, from the catalogue itself. */
import { errors } from '@latchkey/spec/errors'

const shows = {
  toast: 'in a toast',
  alert: 'in an alert',
  throw: 'to the app',
  log: 'in the log',
  inline: 'in the view',
}

/** @returns {import('../site/findPages.mjs').Source & { about: string }} */
export function errorsPage() {
  const rows = Object.entries(errors)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([code, { text, show, status }]) =>
        `| \`${code}\` | ${text.replaceAll('|', '\\|')} | ${shows[show]} | ${status ?? ''} |`,
    )
  const markdown = `# Error codes

Everything that fails, fails with a \`LatchkeyError\`, whose \`code\` is one of these. \`isLatchkeyError(error, code)\` asks for one, and then \`error.context\` has what the braces stand for.

| code | text | a person meets it | HTTP status of the gateway |
|---|---|---|---|
${rows.join('\n')}
`
  return {
    section: 'Reference',
    file: 'docs/api/errors.md',
    path: 'api/errors.html',
    title: 'Error codes',
    about: 'every code with its text, and where a person meets it.',
    markdown,
  }
}
