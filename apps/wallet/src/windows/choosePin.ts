/** Six digits, typed twice. */
import { h } from '../look/draw.js'
import { button, field, head } from './parts.js'
import type { Stage } from './stage.js'

/** The first that anybody tries. */
function isObvious(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]))
  return new Set(steps).size === 1 || /^(\d\d)\1\1$|^(\d{3})\2$/.test(pin)
}

export function choosePin(stage: Stage): Promise<string> {
  return new Promise((resolve) => {
    const first = field({
      label: 'New PIN',
      kind: 'digits',
      length: 6,
      isSecret: true,
      autocomplete: 'new-password',
    })
    const go = () => {
      const [pin, again] = [first.input.value, second.input.value]
      if (pin.length !== 6) return first.say('A PIN has six digits.')
      if (isObvious(pin)) return first.say('That one is tried first. Choose another.')
      if (pin !== again) return second.say('The two are not the same.')
      first.input.value = ''
      second.input.value = ''
      resolve(pin)
    }
    const second = field({
      label: 'Again',
      kind: 'digits',
      length: 6,
      isSecret: true,
      autocomplete: 'new-password',
      enter: go,
    })
    stage.show(
      ...head({
        icon: 'pin',
        title: 'Choose a PIN',
        text: 'You type it here, in this window, for each approval. Never anywhere else.',
      }),
      first.root,
      second.root,
      h('div', { class: 'actions' }, button('Set the PIN', go, { look: 'accent' })),
    )
    first.input.focus()
  })
}
