/** The recovery code: shown once, and kept only by the person, who shows that they have it. */

import { createRecoveryCode, readRecoveryCode } from '../keys/recoveryCode.js'
import { h } from '../look/draw.js'
import { button, field, head, tick } from './parts.js'
import type { WindowSession } from './session.js'
import { type Stage, WindowProblem } from './stage.js'
import { addRecovery } from './work.js'

export async function writeDownCode(
  stage: Stage,
  session: WindowSession,
  why: string,
  /** Does more with the code. */
  further?: (code: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<void> {
  const code = createRecoveryCode()
  await show(stage, code, why)
  await check(stage, code, why)
  stage.wait('Keeping the way back…')
  const secret = readRecoveryCode(code)
  if (!secret) throw new WindowProblem('The code could not be read back.')
  // The original is wiped with the work.
  const copy = further && secret.slice()
  try {
    await addRecovery(session, { kind: 'code', secret })
    if (copy) await further(copy)
  } finally {
    copy?.fill(0)
  }
}

function show(stage: Stage, code: string, why: string): Promise<void> {
  return new Promise((resolve) => {
    const go = button('Go on', resolve, { look: 'accent' })
    go.ariaDisabled = 'true'
    stage.show(
      ...head({ icon: 'key', title: 'Write this code down', text: why }),
      h('p', { class: 'big-code', 'data-size': 'long' }, ...withBreaks(code)),
      h(
        'p',
        { class: 'lead' },
        'It is shown once. Paper is best; a picture of it is as good as the code itself.',
      ),
      tick('I have it where only I can find it.', (isTicked) => {
        go.ariaDisabled = isTicked ? null : 'true'
      }),
      h('div', { class: 'actions' }, go),
    )
  })
}

/** A line may break after a group, and nowhere else. */
const withBreaks = (code: string): Node[] =>
  code
    .split('-')
    .flatMap((group, at, all) => [
      new Text(at < all.length - 1 ? `${group}-` : group),
      document.createElement('wbr'),
    ])

/** The last two groups: enough to see that it was written down. */
function check(stage: Stage, code: string, why: string): Promise<void> {
  return new Promise((resolve) => {
    const last = code.split('-').slice(-2).join('')
    const go = () => {
      const typed = typedText.input.value
        .toUpperCase()
        .replace(/[\s-]/g, '')
        .replace(/O/g, '0')
        .replace(/[IL]/g, '1')
      if (typed !== last) return typedText.say('That is not how the code ends. Look again.')
      resolve()
    }
    const typedText = field({ label: 'The last two groups of the code', kind: 'code', length: 12, enter: go })
    stage.show(
      ...head({
        icon: 'key',
        title: 'Do you have it?',
        text: 'Read the end of the code from where you wrote it.',
      }),
      typedText.root,
      h(
        'div',
        { class: 'actions' },
        button('Done', go, { look: 'accent' }),
        button(
          'Show it again',
          () =>
            void show(stage, code, why)
              .then(() => check(stage, code, why))
              .then(resolve),
          {
            look: 'plain',
          },
        ),
      ),
    )
    typedText.input.focus()
  })
}
