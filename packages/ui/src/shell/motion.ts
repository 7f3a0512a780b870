/** Animations that know when not to move: reduced motion, or a browser without the Web Animations API. */

/** Resolves when the animation ended, was cancelled, or never started. */
export async function animate(
  element: HTMLElement,
  frames: Keyframe[],
  duration: number,
  options: Pick<KeyframeAnimationOptions, 'fill'> = {},
): Promise<void> {
  if (prefersStillness() || !('animate' in element)) return
  const pace = paceOf(element)
  if (!(pace > 0)) return
  const animation = element.animate(frames, {
    duration: duration * pace,
    easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
    ...options,
  })
  await animation.finished.catch(() => {})
}

/** `--latchkey-motion`: how much longer than usual, or shorter, things take; 0 for not at all. */
function paceOf(element: HTMLElement): number {
  return Number(getComputedStyle(element).getPropertyValue('--lk-motion') || 1)
}

function prefersStillness(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
}
