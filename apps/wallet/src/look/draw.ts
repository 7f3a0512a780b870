/** Makes elements. Text is only ever text: there is no way to hand in markup, and no `style` attribute that a policy would refuse. */

export type Child = Node | string | undefined | false | null
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** `true` is an attribute without a value; `false` and `undefined` are none. */
export function h<tag extends keyof HTMLElementTagNameMap>(
  tag: tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...children.filter((child) => child !== undefined && child !== false && child !== null))
  return element
}

const space = 'http://www.w3.org/2000/svg'

/** Strokes on a grid of 20 by 20, like those of the modal. */
const icons = {
  alert: ['M10 6.4v4.2', 'M10 13.6h.01', 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Z'],
  arrowIn: ['M10 4v11', 'm5.5 10.5 4.5 4.5 4.5-4.5'],
  arrowOut: ['M10 16V5', 'm5.5 9.5L10 5l4.5 4.5'],
  check: ['m4.5 10.5 3.7 3.7 7.3-8.4'],
  code: ['M4 5h12', 'M4 10h12', 'M4 15h7'],
  device: [
    'M4 3.5h12c.6 0 1 .4 1 1v8c0 .6-.4 1-1 1H4c-.6 0-1-.4-1-1v-8c0-.6.4-1 1-1Z',
    'M7.5 16.5h5',
    'M10 13.5v3',
  ],
  key: ['M13 3.2a3.8 3.8 0 0 0-3.6 5L3.5 14.1v2.4h3v-2h2v-2h1.6l1-1a3.8 3.8 0 1 0 1.9-8.3Z', 'M13.6 6.5h.01'],
  lock: [
    'M5.5 9h9c.6 0 1 .4 1 1v5.5c0 .6-.4 1-1 1h-9c-.6 0-1-.4-1-1V10c0-.6.4-1 1-1Z',
    'M7 9V6.5a3 3 0 0 1 6 0V9',
  ],
  mail: [
    'M4.2 4.5h11.6c.7 0 1.2.5 1.2 1.2v8.6c0 .7-.5 1.2-1.2 1.2H4.2c-.7 0-1.2-.5-1.2-1.2V5.7c0-.7.5-1.2 1.2-1.2Z',
    'm3.4 6 6.6 4.8L16.6 6',
  ],
  passkey: [
    'M7.5 3.2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
    'M2.5 16.5c0-2.9 2.2-4.9 5-4.9 1 0 1.9.2 2.7.7',
    'M14.2 8.6a2.4 2.4 0 0 0-1.1 4.5v3.2l1.1 1.1 1.3-1.3-.9-.9.9-.9-.8-.9a2.4 2.4 0 0 0-.5-4.8Z',
  ],
  pin: ['M4 10h.01', 'M8 10h.01', 'M12 10h.01', 'M16 10h.01'],
  shield: ['M10 2.8 4 5v4.6c0 3.6 2.5 6.3 6 7.6 3.5-1.3 6-4 6-7.6V5l-6-2.2Z', 'm7.4 9.8 1.9 1.9 3.4-3.7'],
} as const

export type IconName = keyof typeof icons

export function icon(name: IconName, size = 20): SVGSVGElement {
  const drawing = document.createElementNS(space, 'svg')
  const attributes = { viewBox: '0 0 20 20', width: size, height: size, fill: 'none', 'aria-hidden': 'true' }
  for (const [key, value] of Object.entries(attributes)) drawing.setAttribute(key, String(value))
  for (const line of icons[name]) {
    const path = document.createElementNS(space, 'path')
    const look = { d: line, stroke: 'currentColor', 'stroke-width': name === 'pin' ? 3 : 1.6 }
    for (const [key, value] of Object.entries({
      ...look,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }))
      path.setAttribute(key, String(value))
    drawing.append(path)
  }
  return drawing
}
