/** The recovery code: shown once, and kept only by the person, who shows that they have it. */

import { createRecoveryCode, readRecoveryCode } from '../keys/recoveryCode.js'
import { h } from '../look/draw.js'
import { copy } from '../words/en/backup.js'
import { wordsOf } from '../words/words.js'
import { button, field, head, tick } from './parts.js'
import type { WindowSession } from './session.js'
import { type Stage, WindowProblem } from './stage.js'
import { addRecovery } from './work.js'

const t = wordsOf(copy)

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
  stage.wait(t('backup.keeping'))
  const secret = readRecoveryCode(code)
  if (!secret) throw new WindowProblem(t('backup.unreadable'))
  // The original is wiped with the work.
  const spare = further && secret.slice()
  try {
    await addRecovery(session, { kind: 'code', secret })
    if (spare) await further(spare)
  } finally {
    spare?.fill(0)
  }
}

function show(stage: Stage, code: string, why: string): Promise<void> {
  return new Promise((resolve) => {
    const go = button(t('backup.go-on'), resolve, { look: 'accent' })
    go.ariaDisabled = 'true'
    stage.show(
      ...head({ icon: 'key', title: t('backup.code'), text: why }),
      h('p', { class: 'big-code', 'data-size': 'long', dir: 'ltr' }, ...withBreaks(code)),
      h('p', { class: 'lead' }, t('backup.code-detail')),
      tick(t('backup.code-kept'), (isTicked) => {
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
      if (typed !== last) return typedText.say(t('backup.check-wrong'))
      resolve()
    }
    const typedText = field({ label: t('backup.check-label'), kind: 'code', length: 12, enter: go })
    stage.show(
      ...head({
        icon: 'key',
        title: t('backup.check'),
        text: t('backup.check-detail'),
      }),
      typedText.root,
      h(
        'div',
        { class: 'actions' },
        button(t('backup.check-done'), go, { look: 'accent' }),
        button(
          t('backup.check-again'),
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
