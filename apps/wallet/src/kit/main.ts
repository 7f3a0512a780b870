/** The page inside the offline kit: the code goes in, the words come out, and nothing goes anywhere. It needs no server and no network. */
import * as v from 'valibot'
import { readRecoveryCode } from '../keys/recoveryCode.js'
import { h } from '../look/draw.js'
import { type OfflineKit, type OpenedKit, offlineKit, openKit } from './kit.js'

const namespaceNames: Readonly<Record<OfflineKit['accounts'][number]['namespace'], string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}

const page = h('main')
document.body.append(page)

const read = v.safeParse(offlineKit, readData())
if (read.success) ask(read.output)
else page.append(h('h1', {}, 'This file is damaged'), h('p', {}, 'Use another copy of it.'))

function readData(): unknown {
  try {
    return JSON.parse(document.getElementById('kit')?.textContent ?? '')
  } catch {
    return undefined
  }
}

function ask(kit: OfflineKit): void {
  const code = h('input', {
    id: 'code',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'characters',
  })
  const problem = h('p', { class: 'problem', role: 'alert' })
  const open = h('button', {}, 'Show the words')
  const form = h('form', {}, h('label', { for: 'code' }, 'Your recovery code'), code, problem, open)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void tryCode(code.value)
  })
  async function tryCode(typed: string): Promise<void> {
    problem.replaceChildren()
    const secret = readRecoveryCode(typed)
    if (!secret)
      return problem.replaceChildren('That is no recovery code. Look for a letter that is wrong or missing.')
    open.disabled = true
    try {
      reveal(kit, await openKit(kit, secret))
    } catch {
      problem.replaceChildren('This code does not open this file. It may be the code of another one.')
    } finally {
      open.disabled = false
    }
  }
  page.replaceChildren(
    h('h1', {}, 'Your wallet, without the server'),
    h(
      'p',
      {},
      'This file and your recovery code bring your wallet back, with nobody’s help. Take the network away first: unplug the cable, or switch on flight mode. Nothing is sent from here.',
    ),
    h('h2', {}, 'What it opens'),
    h(
      'ul',
      {},
      ...kit.accounts.map(({ address, namespace, type }) => {
        const kind = type === 'smartAccount' ? ', smart account' : ''
        return h('li', {}, `${namespaceNames[namespace]}${kind}: `, h('code', {}, address))
      }),
    ),
    form,
  )
  code.focus()
}

function reveal(kit: OfflineKit, { words, keys }: OpenedKit): void {
  const lines: readonly (readonly [string, string])[] = [
    ['Ethereum account', keys.eip155],
    ['Owner of the smart account', keys.smartAccountOwner],
    ['Solana account', keys.solana],
    ['Bitcoin address', keys.bip122],
  ]
  page.replaceChildren(
    h('h1', {}, 'The words of your wallet'),
    h(
      'p',
      {},
      'Any wallet that knows BIP-39 can read them, in this order. Whoever sees them can take everything.',
    ),
    h('ol', {}, ...words.split(' ').map((word) => h('li', {}, h('code', {}, word)))),
    h('h2', {}, 'Single keys'),
    h('p', {}, 'A smart account is not found by the words: it needs the key of its owner.'),
    h('dl', {}, ...lines.flatMap(([name, key]) => [h('dt', {}, name), h('dd', {}, h('code', {}, key))])),
    button('Hide', () => ask(kit)),
  )
}

function button(text: string, act: () => void): HTMLElement {
  const element = h('button', { type: 'button' }, text)
  element.addEventListener('click', act)
  return element
}
