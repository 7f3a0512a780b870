/** The page that prints a policy: it reads the form at every change, and shows each way to send what comes of it. */
import { type Answers, type Form, formsOf } from './forms.js'

function part<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`The page has no #${id}`)
  return found
}

const form = part('policy', HTMLFormElement)
const error = part('policy-error', HTMLElement)
const shown = part('policy-forms', HTMLElement)
const cdn = form.querySelector<HTMLElement>('.cdn')

function read(): Answers {
  const data = new FormData(form)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const isFromCdn = text('source') === 'cdn'
  return {
    gatewayUrl: text('gatewayUrl'),
    relayUrl: text('relayUrl'),
    walletUrl: text('walletUrl'),
    alternateGatewayUrl: text('alternateGatewayUrl'),
    alternateRelayUrl: text('alternateRelayUrl'),
    alternateWalletUrl: text('alternateWalletUrl'),
    nodes: text('nodes'),
    phones: data.has('phones'),
    email: data.has('email'),
    socials: data.has('socials'),
    cdnUrl: isFromCdn ? text('cdnUrl') : '',
    hash: isFromCdn ? text('hash') : '',
    trustedTypes: data.has('trustedTypes'),
  }
}

/** Made once, so that a button keeps the focus while its text changes. */
const rows = new Map<string, (text: string) => void>()

function row({ title }: Form): (text: string) => void {
  const heading = document.createElement('h2')
  heading.textContent = title
  const copy = document.createElement('button')
  copy.type = 'button'
  copy.textContent = 'Copy'
  copy.setAttribute('aria-label', `Copy: ${title}`)
  const head = document.createElement('div')
  head.append(heading, copy)
  const code = document.createElement('code')
  const block = document.createElement('pre')
  block.tabIndex = 0
  block.append(code)
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(code.textContent ?? '').then(
      () => {
        copy.textContent = 'Copied'
      },
      () => getSelection()?.selectAllChildren(code),
    )
  })
  shown.append(head, block)
  return (text) => {
    if (code.textContent === text) return
    code.textContent = text
    copy.textContent = 'Copy'
  }
}

function show(): void {
  const answers = read()
  if (cdn) cdn.hidden = new FormData(form).get('source') !== 'cdn'
  try {
    for (const one of formsOf(answers)) {
      const write = rows.get(one.title) ?? row(one)
      rows.set(one.title, write)
      write(one.text)
    }
    error.textContent = ''
    shown.hidden = false
  } catch (cause) {
    // A policy that belongs to something else would be copied.
    shown.hidden = true
    error.textContent = cause instanceof Error ? cause.message : String(cause)
  }
}

form.addEventListener('input', show)
form.addEventListener('submit', (event) => event.preventDefault())
// Browsers keep what was typed through a reload.
show()
