/** Our own icons: strokes on a 20 by 20 grid, as data, so that the buttons draw them without React. */

export const icons = {
  alert: ['M10 6.4v4.2', 'M10 13.6h.01', 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Z'],
  back: ['M12 4.5 6.5 10l5.5 5.5'],
  check: ['m4.5 10.5 3.7 3.7 7.3-8.4'],
  chevron: ['m8 4.5 5.5 5.5L8 15.5'],
  close: ['m5 5 10 10', 'M15 5 5 15'],
  copy: [
    'M8.7 7h6.1c.9 0 1.7.8 1.7 1.7v6.1c0 .9-.8 1.7-1.7 1.7H8.7c-.9 0-1.7-.8-1.7-1.7V8.7c0-.9.8-1.7 1.7-1.7Z',
    'M13 7V5.2c0-.9-.8-1.7-1.7-1.7H5.2c-.9 0-1.7.8-1.7 1.7v6.1c0 .9.8 1.7 1.7 1.7H7',
  ],
  exit: [
    'M12.5 6.5V5.2c0-.9-.8-1.7-1.7-1.7H5.2c-.9 0-1.7.8-1.7 1.7v9.6c0 .9.8 1.7 1.7 1.7h5.6c.9 0 1.7-.8 1.7-1.7v-1.3',
    'M8.5 10h8.5',
    'm14.3 7.3 2.7 2.7-2.7 2.7',
  ],
  globe: [
    'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Z',
    'M2.8 10h14.4',
    'M10 2.5c2 2 3 4.6 3 7.5s-1 5.5-3 7.5c-2-2-3-4.6-3-7.5s1-5.5 3-7.5Z',
  ],
  help: [
    'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Z',
    'M7.9 7.9c.2-1.2 1.1-1.9 2.2-1.9 1.2 0 2.2.8 2.2 2 0 1.7-2.3 1.9-2.3 3.5',
    'M10 14h.01',
  ],
  key: ['M13 3.2a3.8 3.8 0 0 0-3.6 5L3.5 14.1v2.4h3v-2h2v-2h1.6l1-1a3.8 3.8 0 1 0 1.9-8.3Z', 'M13.6 6.5h.01'],
  link: [
    'M8 5H5.2c-.9 0-1.7.8-1.7 1.7v8.1c0 .9.8 1.7 1.7 1.7h8.1c.9 0 1.7-.8 1.7-1.7V12',
    'M11.5 3.5h5v5',
    'm16.3 3.7-7 7',
  ],
  puzzle: [
    'M8 5.2a1.9 1.9 0 0 1 3.8 0v.6h2.5c.6 0 1 .4 1 1v2.4h.4a1.9 1.9 0 0 1 0 3.8h-.4v2.5c0 .6-.4 1-1 1H5.5c-.6 0-1-.4-1-1V6.8c0-.6.4-1 1-1H8v-.6Z',
  ],
  retry: ['M16.5 4v4h-4', 'M16.1 8A6.5 6.5 0 1 0 16.4 11.5'],
  shield: ['M10 2.8 4 5v4.7c0 3.6 2.5 6.3 6 7.5 3.5-1.2 6-3.9 6-7.5V5l-6-2.2Z', 'm7.5 9.9 1.8 1.8 3.3-3.6'],
  wallet: [
    'M15.5 7V5.2c0-.9-.8-1.7-1.7-1.7H5A1.8 1.8 0 0 0 3.2 5.3v9.4c0 1 .8 1.8 1.8 1.8h10.1c.9 0 1.7-.8 1.7-1.7V8.7c0-.9-.8-1.7-1.7-1.7H5A1.8 1.8 0 0 1 3.2 5.3',
    'M13.5 11.75h.01',
  ],
} as const satisfies Record<string, readonly string[]>

export type IconName = keyof typeof icons

export const svgNamespace = 'http://www.w3.org/2000/svg'

/** The icon as an element, for code without React. Its size and colour come from the style sheet. */
export function iconElement(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg')
  for (const [attribute, value] of Object.entries(iconAttributes)) svg.setAttribute(attribute, value)
  for (const d of icons[name]) {
    const path = document.createElementNS(svgNamespace, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}

const iconAttributes = {
  viewBox: '0 0 20 20',
  width: '20',
  height: '20',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '1.6',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
  'aria-hidden': 'true',
} as const
