/**
 * What a browser can measure of a screen: of the modal, of the page's buttons and of the wallet's pages alike. Each function runs in the page by
 * itself: it may use nothing around it, and is told where to look.
 */
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * @typedef {object} Place where the screen is
 * @property {string} [host] the elements whose shadow roots hold it; else it is the page itself
 * @property {string} [box] around all of it; absent where the elements hold nothing else
 * @property {string} [shaped] controls that are told from text by their shape alone, and must keep it in forced colours
 */

/**
 * Controls smaller than a finger may be (WCAG 2.5.8); a link within a sentence may be as high as its line.
 *
 * @param {Place} place
 */
export function smallTargets({ host }) {
  const hosts = host === undefined ? [] : Array.from(document.querySelectorAll(host))
  /** @type {(Document | ShadowRoot)[]} */
  const roots = host === undefined ? [document] : hosts.flatMap(({ shadowRoot }) => shadowRoot ?? [])
  /** @type {HTMLElement[]} */
  const controls = roots.flatMap((root) =>
    Array.from(root.querySelectorAll('button, a[href], input, select, textarea, [role=tab]')),
  )
  return controls.flatMap((control) => {
    // A box to tick is pressed through its label too.
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined
    const isTicked = control.matches('[type=checkbox], [type=radio]')
    const own = control.getBoundingClientRect()
    const target = isTicked && label && own.height < 24 ? label : control
    const { width, height } = target.getBoundingClientRect()
    if (width === 0 || getComputedStyle(target).display === 'inline') return []
    const isSmall = width < 24 || height < 24
    return isSmall ? [`${Math.round(width)}×${Math.round(height)}: ${target.outerHTML.slice(0, 160)}`] : []
  })
}

/**
 * What sticks out at the side, where a person would have to scroll two ways (WCAG 1.4.10), or is cut off.
 *
 * @param {Place} place
 */
export function stickingOut({ host, box = '' }) {
  const findings = []
  const page = document.documentElement
  if (page.scrollWidth > page.clientWidth) findings.push(`the page is ${page.scrollWidth} px wide`)
  const hosts = host === undefined ? [] : Array.from(document.querySelectorAll(host))
  /** @type {(Document | ShadowRoot)[]} */
  const roots = host === undefined ? [document] : hosts.flatMap(({ shadowRoot }) => shadowRoot ?? [])
  for (const element of roots.flatMap((root) => Array.from(root.querySelectorAll(`${box} *`)))) {
    const { left, right, width, height } = element.getBoundingClientRect()
    const isSeen = width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible'
    // A row of tabs or filters may be moved by itself.
    const mayScroll = element.closest('[data-scrolls]') !== null
    if (isSeen && !mayScroll && (left < -1 || right > page.clientWidth + 1))
      findings.push(`${Math.round(left)}…${Math.round(right)}: ${element.outerHTML.slice(0, 120)}`)
  }
  return findings
}

/**
 * Movement that goes on although the person asked for none: anything but turning slowly or fading.
 *
 * @param {Place} place
 */
export function movements({ host, box }) {
  const hosts = host === undefined ? [] : Array.from(document.querySelectorAll(host))
  /** @type {(Document | ShadowRoot)[]} */
  const roots = host === undefined ? [document] : hosts.flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const animations = roots.flatMap((root) =>
    box === undefined
      ? root.getAnimations()
      : (root.querySelector(box)?.getAnimations({ subtree: true }) ?? []),
  )
  return animations.flatMap(({ effect, playState }) => {
    if (playState !== 'running' || !(effect instanceof KeyframeEffect)) return []
    const duration = Number(effect.getComputedTiming().duration)
    const moves = effect.getKeyframes().flatMap(({ transform, rotate, translate, scale }) => [
      String(transform ?? 'none'),
      // As a property of its own it has the angle only.
      rotate === undefined || rotate === 'none' ? 'none' : `rotate(${rotate})`,
      translate === undefined ? 'none' : String(translate),
      scale === undefined ? 'none' : String(scale),
    ])
    const isCalm = moves.every((move) => move === 'none' || (move.startsWith('rotate') && duration >= 2000))
    const seen = moves.filter((move) => move !== 'none').join(' → ')
    return isCalm ? [] : [`${seen} in ${duration} ms on ${effect.target?.outerHTML.slice(0, 100)}`]
  })
}

/**
 * Controls that lose their shape where the system paints all backgrounds in one colour.
 *
 * @param {Place} place
 */
export function lostInForcedColours({ host, shaped }) {
  const hosts = host === undefined ? [] : Array.from(document.querySelectorAll(host))
  /** @type {(Document | ShadowRoot)[]} */
  const roots = host === undefined ? [document] : hosts.flatMap(({ shadowRoot }) => shadowRoot ?? [])
  /** @type {string[]} */
  const findings = []
  const edged = (/** @type {Element} */ element) => {
    const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(element)
    return (borderTopStyle !== 'none' && borderTopWidth !== '0px') || outlineStyle !== 'none'
  }
  const name = (/** @type {Element} */ element) => element.outerHTML.slice(0, 140)
  /** @param {string} selector */
  const all = (selector) => roots.flatMap((root) => Array.from(root.querySelectorAll(selector)))
  for (const field of all('input, select, textarea')) {
    const isSeen = getComputedStyle(field).opacity !== '0' && field.getBoundingClientRect().width > 1
    // The edge may be that of the box around it, or of boxes drawn beside it. The browser draws its own kinds of boxes.
    /** @type {(Element | null)[]} */
    const around = [field, field.nextElementSibling]
    for (let box = field.parentElement; box && around.length < 6; box = box.parentElement) around.push(box)
    const isDrawn =
      field.matches('[type=checkbox], [type=radio]') && getComputedStyle(field).appearance !== 'none'
    if (isSeen && !isDrawn && !around.some((each) => each && edged(each)))
      findings.push(`no edge: ${name(field)}`)
  }
  for (const chosen of all('[aria-selected=true], [aria-pressed=true], [aria-checked=true]'))
    if (!edged(chosen) && !chosen.querySelector('svg')) findings.push(`looks unchosen: ${name(chosen)}`)
  for (const control of shaped === undefined ? [] : all(shaped))
    if (!edged(control)) findings.push(`no shape: ${name(control)}`)
  return findings
}

/**
 * Where Tab has to lead, and whether the focus is seen there: by an outline that came with it since the last call.
 *
 * @param {Place} place
 */
export function stops({ host, box = '' }) {
  const hosts = host === undefined ? [] : Array.from(document.querySelectorAll(host))
  /** @type {(Document | ShadowRoot)[]} */
  const roots = host === undefined ? [document] : hosts.flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const selector = `${box} :is(button, a[href], input, select, textarea, summary, [tabindex])`
  /** @type {HTMLElement[]} */
  const candidates = roots.flatMap((root) => Array.from(root.querySelectorAll(selector)))
  const reachable = candidates.filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]')) return false
    if (element.getClientRects().length === 0) return false
    // Of a group of choices, the one that is chosen has the place; arrows lead to the others.
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
    /** @type {HTMLInputElement[]} */
    const group = roots.flatMap((root) => Array.from(root.querySelectorAll(`input[name="${element.name}"]`)))
    const holder = group.find(({ checked }) => checked) ?? group[0]
    return element === holder
  })
  const active = roots.map((root) => root.activeElement).find((element) => element !== null)
  const here = reachable.findIndex((element) => element === active)
  const shows = (/** @type {Element} */ element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1.5
  }
  // An outline that was there before the focus came tells nobody where it is.
  /** @type {unknown} */
  const before = Reflect.get(window, 'outlinesBefore')
  const wasHere = Reflect.get(window, 'focusBefore') === active
  Reflect.set(window, 'focusBefore', active)
  Reflect.set(
    window,
    'outlinesBefore',
    new WeakSet(roots.flatMap((root) => Array.from(root.querySelectorAll(`${box} *`))).filter(shows)),
  )
  if (!active || here < 0) return { all: reachable.length, here, isMarked: true }
  const hasCome = (/** @type {Element} */ element) =>
    shows(element) && (wasHere || !(before instanceof WeakSet && before.has(element)))
  // The mark may stand around the field, or on one of the boxes that are drawn beside a hidden input.
  /** @type {Element[]} */
  const marked = [active, ...(active.parentElement?.children ?? [])]
  for (let around = active.parentElement; around && marked.length < 40; around = around.parentElement) {
    if (around.matches('[part~=body]')) break
    marked.push(around)
  }
  return { all: reachable.length, here, isMarked: marked.some(hasCome) }
}
