/** Six digits, typed twice. */
import { h } from '../look/draw.js'
import { copy } from '../words/en/pin.js'
import { wordsOf } from '../words/words.js'
import { button, field, head } from './parts.js'
import type { Stage } from './stage.js'

const t = wordsOf(copy)

/** The first that anybody tries. */
function isObvious(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]))
  return new Set(steps).size === 1 || /^(\d\d)\1\1$|^(\d{3})\2$/.test(pin)
}

export function choosePin(stage: Stage): Promise<string> {
  return new Promise((resolve) => {
    const first = field({
      label: t('pin.new'),
      kind: 'digits',
      length: 6,
      isSecret: true,
      autocomplete: 'new-password',
    })
    const go = () => {
      const [pin, again] = [first.input.value, second.input.value]
      if (pin.length !== 6) return first.say(t('pin.length'))
      if (isObvious(pin)) return first.say(t('pin.obvious'))
      if (pin !== again) return second.say(t('pin.different'))
      first.input.value = ''
      second.input.value = ''
      resolve(pin)
    }
    const second = field({
      label: t('pin.again'),
      kind: 'digits',
      length: 6,
      isSecret: true,
      autocomplete: 'new-password',
      enter: go,
    })
    stage.show(
      ...head({
        icon: 'pin',
        title: t('pin.title'),
        text: t('pin.detail'),
      }),
      first.root,
      second.root,
      h('div', { class: 'actions' }, button(t('pin.set'), go, { look: 'accent' })),
    )
    first.input.focus()
  })
}
