/** The few things that windows are made of. */
import { type Child, h, type IconName, icon } from '../look/draw.js'

export function head({
  icon: mark,
  tone,
  title,
  text,
}: {
  readonly icon?: IconName
  readonly tone?: 'good' | 'bad'
  readonly title: string
  readonly text?: Child
}): Child[] {
  return [
    h(
      'div',
      { class: 'head' },
      mark && h('div', { class: 'badge', 'data-tone': tone }, icon(mark, 26)),
      h('h1', { tabindex: '-1' }, title),
      text && h('p', { class: 'lead' }, text),
    ),
  ]
}

export interface ButtonLook {
  readonly look?: 'accent' | 'quiet' | 'danger' | 'plain'
  readonly icon?: IconName
}

/** Answers clicks of a person only. */
export function button(
  text: string,
  act: () => void,
  { look = 'quiet', icon: mark }: ButtonLook = {},
): HTMLButtonElement {
  const element = h(
    'button',
    { type: 'button', class: 'action', 'data-look': look },
    mark && icon(mark),
    text,
  )
  element.addEventListener('click', (event) => {
    if (event.isTrusted && element.ariaDisabled !== 'true') act()
  })
  return element
}

/** While it is busy, it cannot be pressed again. */
export async function busy<T>(element: HTMLElement, work: () => Promise<T>): Promise<T> {
  element.ariaBusy = 'true'
  element.ariaDisabled = 'true'
  try {
    return await work()
  } finally {
    element.ariaBusy = null
    element.ariaDisabled = null
  }
}

export function choice(mark: IconName, name: string, hint: string, act: () => void): HTMLButtonElement {
  const element = h(
    'button',
    { type: 'button', class: 'choice' },
    icon(mark, 24),
    h('span', {}, name),
    h('span', {}, hint),
  )
  element.addEventListener('click', (event) => {
    if (event.isTrusted) act()
  })
  return element
}

export interface Field {
  readonly root: HTMLElement
  readonly input: HTMLInputElement
  /** Cleared after it was read: a PIN does not stay in the page. */
  take(): string
  say(problem: string): void
}

interface FieldInput {
  readonly label: string
  readonly kind: 'digits' | 'code' | 'text'
  readonly length?: number
  readonly isSecret?: boolean
  readonly autocomplete?: string
  readonly enter?: () => void
}

let fields = 0

export function field({
  label,
  kind,
  length,
  isSecret = false,
  autocomplete = 'off',
  enter,
}: FieldInput): Field {
  fields += 1
  const id = `field-${fields}`
  const input = h('input', {
    id,
    type: isSecret ? 'password' : 'text',
    'data-kind': kind,
    inputmode: kind === 'digits' ? 'numeric' : 'text',
    // Groups of digits and letters are turned around among words that run from right to left.
    dir: kind === 'text' ? 'auto' : 'ltr',
    maxlength: length,
    autocomplete,
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-describedby': `${id}-problem`,
  })
  const problem = h('p', { class: 'problem', id: `${id}-problem`, role: 'alert' })
  input.addEventListener('input', () => {
    if (kind === 'digits') input.value = input.value.replace(/\D/g, '').slice(0, length)
    problem.replaceChildren()
    input.ariaInvalid = null
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.isTrusted && !event.repeat) enter?.()
  })
  return {
    root: h('div', { class: 'field' }, h('label', { for: id }, label), input, problem),
    input,
    take() {
      const value = input.value
      if (isSecret) input.value = ''
      return value
    },
    say(text) {
      input.ariaInvalid = 'true'
      problem.replaceChildren(icon('alert', 18), text)
      input.focus()
    },
  }
}

/** A box that has to be ticked before something dangerous. */
export function tick(text: string, change: (isTicked: boolean) => void): HTMLElement {
  const box = h('input', { type: 'checkbox' })
  box.addEventListener('change', (event) => change(event.isTrusted && box.checked))
  return h('label', { class: 'tick' }, box, h('span', {}, text))
}

export interface Select<value extends string> {
  readonly root: HTMLElement
  readonly input: HTMLSelectElement
  value(): value
}

/** One of several; the first unless somebody says otherwise. */
export function select<value extends string>(
  label: string,
  options: Readonly<Record<value, string>>,
): Select<value> {
  fields += 1
  const id = `field-${fields}`
  // The keys of an object are texts, and its own.
  const values = Object.keys(options) as value[]
  const input = h('select', { id }, ...values.map((each) => h('option', { value: each }, options[each])))
  return {
    root: h('div', { class: 'field' }, h('label', { for: id }, label), input),
    input,
    value: () => values[input.selectedIndex] ?? values[0] ?? ('' as value),
  }
}
