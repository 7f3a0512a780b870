/** What the variables of a theme come to on the screen: nothing moves at motion 0, and a field keeps its edge in any colour. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStages } from './a11y/stage.js'
import { type Playground, startPlayground } from './browse.js'

const timeout = 120_000

let playground: Playground
let onStage: Awaited<ReturnType<typeof openStages>>
beforeAll(async () => {
  playground = await startPlayground()
  onStage = await openStages(playground, 1, { context: { reducedMotion: 'no-preference' } })
}, 180_000)
afterAll(() => playground?.close())

/** As a style sheet of the page would; `undefined` takes them off again. */
const wear = (page: Page, variables: Record<string, string> | undefined) =>
  page.evaluate((worn) => {
    const sheet = new CSSStyleSheet()
    const lines = Object.entries(worn ?? {}).map(([name, value]) => `${name}: ${value};`)
    sheet.replaceSync(`latchkey-modal, latchkey-button { ${lines.join(' ')} }`)
    document.adoptedStyleSheets = [sheet]
  }, variables)

describe('`--latchkey-motion: 0`', () => {
  /** Each rests on something that goes on and on: bones, a light that runs, a circle that turns. */
  const scenes = ['Wallets on their way', 'Waiting', 'Preparing a code', 'Email on its way', 'Swapping']

  test.for(scenes)('“%s” stands still, and moves without it', { timeout }, (scene) =>
    onStage(async (stage) => {
      await wear(stage.page, { '--latchkey-motion': '0' })
      await stage.play(scene)
      expect([[...stage.moved], await stage.page.evaluate(running)]).toEqual([[], []])
      await wear(stage.page, undefined)
      await expect.poll(() => stage.page.evaluate(running)).not.toEqual([])
    }),
  )
})

/** Runs in the page. The names of the animations that go on in the elements. */
function running(): string[] {
  const roots = Array.from(
    document.querySelectorAll('latchkey-modal, latchkey-button'),
    ({ shadowRoot }) => shadowRoot,
  )
  const all = roots.flatMap((root) => root?.getAnimations() ?? [])
  return all
    .filter(({ playState }) => playState === 'running')
    .map((one) => (one instanceof CSSAnimation ? one.animationName : 'a transition'))
}

describe('[S5-14] the edge of a field', () => {
  const scenes = {
    Send: 2,
    Swap: 1,
    'Email and services': 1,
    'Code asked for': 6,
    'Every wallet': 1,
    'Choose a name': 1,
    'Change address': 1,
    Amount: 1,
  }
  /** An accent that is the surface's own, a tint as strong as can be, one in the middle. */
  const looks: Record<string, string>[] = [
    {},
    { '--latchkey-accent': '#15161b' },
    { '--latchkey-color-mix': '#ff8800', '--latchkey-color-mix-strength': '100' },
    { '--latchkey-color-mix': '#808080', '--latchkey-color-mix-strength': '60' },
  ]

  test.for(Object.entries(scenes))(
    '“%s”: is told from what is around it and in it, light and dark',
    { timeout },
    ([scene, count]) =>
      onStage(async (stage) => {
        await stage.play(scene)
        for (const mode of ['dark', 'light'] as const)
          for (const variables of looks) {
            await stage.page.evaluate(
              ([wanted, worn]) => {
                for (const { kit } of document.querySelectorAll('latchkey-modal'))
                  kit?.setTheme({ mode: wanted, variables: worn })
              },
              [mode, variables] as const,
            )
            const seen = () => stage.page.evaluate(edges)
            const look = `${mode} ${JSON.stringify(variables)}`
            // What is derived from an accent or a tint comes in a file of its own.
            await expect
              .poll(async () => [look, (await seen()).filter((edge) => edge < 3)])
              .toEqual([look, []])
            expect(await seen()).toHaveLength(count)
          }
      }),
  )
})

/** Runs in the page. For each box that is typed into, the lower contrast of its edge: with its inside, with its ground. */
function edges(): number[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const paint = (colour: string) => {
    if (!context) return [0, 0, 0, 0]
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = paint(colour).map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one: string, other: string) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }
  const groundOf = (element: Element | null): string => {
    if (!element) return 'transparent'
    const { backgroundColor } = getComputedStyle(element)
    return paint(backgroundColor)[3] === 255 ? backgroundColor : groundOf(element.parentElement)
  }
  const edgeOf = (element: Element) => {
    const { borderTopColor, borderTopStyle } = getComputedStyle(element)
    return borderTopStyle === 'solid' && paint(borderTopColor)[3] === 255 ? borderTopColor : undefined
  }
  const dialog = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')
  const inner = document.querySelector('latchkey-modal')?.shadowRoot?.activeElement
  // With the focus an outline takes the place of the edge.
  if (inner instanceof HTMLElement) inner.blur()
  const inputs = [...(dialog?.querySelectorAll('input') ?? [])].filter(
    ({ type, readOnly }) => !['checkbox', 'radio'].includes(type) && !readOnly,
  )
  return inputs
    .flatMap((input) => {
      // The boxes of a code lie beside their field; the edge of another is around it, or its own.
      const boxes = [...(input.parentElement?.querySelectorAll('[part~=code-box]') ?? [])]
      if (boxes.length > 0) return boxes
      let box: Element | null = input
      while (box && box !== dialog && !edgeOf(box)) box = box.parentElement
      return box && box !== dialog ? [box] : [input]
    })
    .map((box) => {
      const edge = edgeOf(box)
      if (!edge) return 0
      return Math.min(contrast(edge, groundOf(box)), contrast(edge, groundOf(box.parentElement)))
    })
}
