/** The page of the stand-in: who do you want to be? Never to be taken for the real service. */
import type { Person } from './people.js'

export function askPage(input: { provider: string; action: string; people: readonly Person[] }): string {
  const buttons = input.people.map(
    ({ id, name, email }) =>
      `<button name="person" value="${id}"><b>${name}</b><span>${email}</span></button>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stand-in for ${input.provider}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 22rem; margin: 3rem auto; padding: 0 1rem }
  p.note { border: 1px dashed #c80; border-radius: 8px; padding: .5rem .75rem; font-size: .875rem }
  form { display: grid; gap: .5rem }
  button { font: inherit; padding: .75rem 1rem; border: 1px solid #8886; border-radius: 10px; background: none;
    color: inherit; text-align: left; cursor: pointer; display: grid }
  button:hover, button:focus-visible { border-color: #36c; outline: 2px solid #36c4 }
  button span { opacity: .7; font-size: .875rem }
  button.no { text-align: center; justify-content: center }
</style>
<h1>Sign in as</h1>
<p class="note">This is the local world’s stand-in for <b>${input.provider}</b>. It is not ${input.provider}, and it knows nobody real.</p>
<form method="post" action="${input.action}">
${buttons.join('\n')}
<button class="no" name="person" value="">Say no</button>
</form>
</html>`
}
