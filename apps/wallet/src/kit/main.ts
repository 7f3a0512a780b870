/** The page inside the offline kit: the code goes in, the words come out, and nothing goes anywhere. It needs no server and no network. */
import * as v from 'valibot'
import { readRecoveryCode } from '../keys/recoveryCode.js'
import { h } from '../look/draw.js'
import { around } from '../words/around.js'
import { copy } from '../words/en/kit.js'
import { speakOnPage } from '../words/speakOnPage.js'
import { wordsOf } from '../words/words.js'
import { type OfflineKit, type OpenedKit, offlineKit, openKit } from './kit.js'

const namespaceNames: Readonly<Record<OfflineKit['accounts'][number]['namespace'], string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}

const t = wordsOf(copy)
const page = h('main')
document.body.append(page)

const read = v.safeParse(offlineKit, readData())
if (read.success) open(read.output)
else page.append(h('h1', {}, t('kit.damaged')), h('p', {}, t('kit.damaged-detail')))

/** In the language of the window that made it. */
function open(kit: OfflineKit): void {
  if (kit.tongue) speakOnPage(kit.tongue, 'kit.page')
  ask(kit)
}

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
    dir: 'ltr',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'characters',
  })
  const problem = h('p', { class: 'problem', role: 'alert' })
  const show = h('button', {}, t('kit.show'))
  const form = h('form', {}, h('label', { for: 'code' }, t('kit.code')), code, problem, show)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void tryCode(code.value)
  })
  async function tryCode(typed: string): Promise<void> {
    problem.replaceChildren()
    const secret = readRecoveryCode(typed)
    if (!secret) return problem.replaceChildren(t('kit.no-code'))
    show.disabled = true
    try {
      reveal(kit, await openKit(kit, secret))
    } catch {
      problem.replaceChildren(t('kit.other-code'))
    } finally {
      show.disabled = false
    }
  }
  page.replaceChildren(
    h('h1', {}, t('kit.title')),
    h('p', {}, t('kit.lead')),
    h('h2', {}, t('kit.opens')),
    h(
      'ul',
      {},
      ...kit.accounts.map(({ address, namespace, type }) => {
        const key = type === 'smartAccount' ? 'kit.smart-account' : 'kit.account'
        const line = t(key, { network: namespaceNames[namespace], address: '{address}' })
        return h('li', {}, ...around(line, { address: h('code', {}, address) }))
      }),
    ),
    form,
  )
  code.focus()
}

function reveal(kit: OfflineKit, { words, keys }: OpenedKit): void {
  const lines: readonly (readonly [string, string])[] = [
    [t('kit.key-account', { network: namespaceNames.eip155 }), keys.eip155],
    [t('kit.key-owner'), keys.smartAccountOwner],
    [t('kit.key-account', { network: namespaceNames.solana }), keys.solana],
    [t('kit.key-address', { network: namespaceNames.bip122 }), keys.bip122],
  ]
  page.replaceChildren(
    h('h1', {}, t('kit.words')),
    h('p', {}, t('kit.words-detail')),
    h('ol', {}, ...words.split(' ').map((word) => h('li', {}, h('code', {}, word)))),
    h('h2', {}, t('kit.keys')),
    h('p', {}, t('kit.keys-detail')),
    h('dl', {}, ...lines.flatMap(([name, key]) => [h('dt', {}, name), h('dd', {}, h('code', {}, key))])),
    button(t('kit.hide'), () => ask(kit)),
  )
}

function button(text: string, act: () => void): HTMLElement {
  const element = h('button', { type: 'button' }, text)
  element.addEventListener('click', act)
  return element
}
