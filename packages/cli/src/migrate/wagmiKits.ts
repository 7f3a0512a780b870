/** RainbowKit and ConnectKit: both stand on wagmi, which stays; their provider, button and hooks become ours. */
import type { JSXElement, VariableDeclarator } from 'oxc-parser'
import { attributesOf, identifierIn, nameOf, ownerOf, spreadsOf } from './jsx.js'
import type { Source } from './source.js'
import { type ConfigMaker, moveConfigs } from './wagmiConfig.js'

export interface WagmiKit extends ConfigMaker {
  readonly provider: string
  readonly button: string
  /** Hooks that open something → what each of their answers is here, with `$` for what `useModal` returned. */
  readonly hooks: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What to do instead of a name, for those that are more than a line to rewrite. */
  readonly advice: Readonly<Record<string, string>>
  /** Names that have no counterpart and need none. */
  readonly unneeded: readonly string[]
}

const byHand = 'has no counterpart; move it by hand'

export function moveWagmiKit(source: Source, kit: WagmiKit): void {
  source.noteOthers(kit.packages)
  const imported = source.imports.filter(({ from }) => kit.packages.test(from))
  if (imported.length === 0) return
  const local = (name: string) => source.localOf(name, kit.packages)
  const moved = new Set<string>(kit.unneeded)
  const providers: JSXElement[] = []
  const wagmiProviders: JSXElement[] = []
  let hasCustom = false
  const { isMoved, hasKit } = moveConfigs(source, kit)
  if (isMoved) moved.add('getDefaultConfig')

  source.walk({
    VariableDeclaration(statement) {
      for (const declared of statement.declarations) {
        const hook = Object.keys(kit.hooks).find((name) => calls(declared, local(name)))
        if (hook === undefined || statement.declarations.length > 1) continue
        if (moveHook(source, kit, hook, declared, statement)) moved.add(hook)
      }
    },
    JSXElement(element) {
      const name = nameOf(element)
      if (name !== undefined && name === local(kit.provider)) {
        moveProvider(source, element)
        providers.push(element)
        moved.add(kit.provider)
      }
      if (name !== undefined && name === local(kit.button)) {
        moveButton(source, element)
        moved.add(kit.button)
      }
      const owner = ownerOf(element)
      if (owner !== undefined && owner === local(kit.button)) {
        const custom = source.slice(element.openingElement.name)
        source.note(element, `${custom}: use CustomButton of latchkey/react, by hand`)
        hasCustom = true
      }
      if (name === 'WagmiProvider') wagmiProviders.push(element)
    },
  })
  const [provider] = providers
  if (provider && !hasKit) findKit(source, provider, wagmiProviders)

  for (const statement of imported) {
    const { names, byDefault, asWhole } = statement
    // A style sheet, or anything else that is imported for what it does.
    if (names.length === 0 && byDefault === undefined && asWhole === undefined) source.remove(statement)
    for (const { name, local: used } of names) {
      if (moved.has(name) && !source.stillUses(used)) source.drop(statement, name)
      // That it is left has been said where it stands.
      else if (name === kit.button && hasCustom) continue
      else source.note(statement, `${name} ${kit.advice[name] ?? byHand}`)
    }
  }
}

/** `const { openConnectModal } = useConnectModal()` */
function moveHook(
  source: Source,
  kit: WagmiKit,
  hook: string,
  { id }: VariableDeclarator,
  statement: { readonly start: number; readonly end: number },
): boolean {
  if (id.type !== 'ObjectPattern') return false
  // `useConnectModal` → `connectModal`: an app may use several of them side by side.
  const isTyped = /\.[mc]?tsx?$/.test(source.file)
  const modal = hook.charAt(3).toLowerCase() + hook.slice(4)
  const lines = id.properties.map((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return undefined
    if (property.value.type !== 'Identifier') return undefined
    const meaning = kit.hooks[hook]?.[property.key.name]
    const text = isTyped ? meaning : meaning?.replaceAll(/: boolean/g, '')
    return text && `const ${property.value.name} = ${text.replaceAll('$', modal)}`
  })
  if (lines.includes(undefined)) return false
  // Without the semicolon of the app, a next line that begins with a bracket would go on with this one.
  const closing = source.slice(statement).endsWith(';') ? ';' : ''
  const all = [`const ${modal} = useModal()`, ...lines].map((one) => `${one}${closing}`)
  source.replace(statement, all.join('\n  '))
  source.need('latchkey/react', 'useModal')
  return true
}

function moveProvider(source: Source, element: JSXElement): void {
  const { openingElement, closingElement } = element
  source.replace(openingElement, `<LatchkeyProvider kit={kit}${openingElement.selfClosing ? ' /' : ''}>`)
  if (closingElement) source.replace(closingElement, '</LatchkeyProvider>')
  source.need('latchkey/react', 'LatchkeyProvider')
  const names = [...attributesOf(element).keys(), ...spreadsOf(element).map(source.slice)]
  if (names.length > 0)
    source.note(element, `${names.join(', ')}: set themes, language and the rest in createLatchkey`)
}

function moveButton(source: Source, element: JSXElement): void {
  const attributes = attributesOf(element)
  const label = attributes.get('label')
  const balance = attributes.get('showBalance')
  const isHidden = balance !== undefined && source.slice(balance) === 'showBalance={false}'
  const parts = [label && source.slice(label), isHidden && 'balance="hide"'].filter(Boolean)
  source.replace(element, `<${['LatchkeyButton', ...parts].join(' ')} />`)
  source.need('latchkey/react', 'LatchkeyButton')
  const names = [...attributes.keys()].filter(
    (name) => name !== 'label' && !(name === 'showBalance' && isHidden),
  )
  const lost = [...names, ...spreadsOf(element).map(source.slice)]
  if (lost.length > 0) source.note(element, `${lost.join(', ')} of the button ${byHand}`)
}

/** The provider is where wagmi's is: what its config is imported from has the kit too. */
function findKit(source: Source, provider: JSXElement, wagmiProviders: readonly JSXElement[]): void {
  const configs = wagmiProviders.map((one) => identifierIn(attributesOf(one).get('config')))
  const isConfig = (local: string | undefined) => local !== undefined && configs.includes(local)
  const home = source.imports.find(
    ({ names, byDefault }) => isConfig(byDefault) || names.some(({ local }) => isConfig(local)),
  )
  if (source.knows('kit')) source.note(provider, 'kit has another meaning here; import ours by hand')
  else if (home) source.need(home.from, 'kit')
  else source.note(provider, 'kit: make it with createLatchkey and import it here')
}

const calls = ({ init }: VariableDeclarator, name: string | undefined): boolean =>
  name !== undefined &&
  init?.type === 'CallExpression' &&
  init.callee.type === 'Identifier' &&
  init.callee.name === name
