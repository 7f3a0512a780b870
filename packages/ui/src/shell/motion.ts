/** Animations that know when not to move: reduced motion, or a browser without the Web Animations API. */

/** Resolves when the animation ended, was cancelled, or never started. */
export async function animate(
  element: HTMLElement,
  frames: Keyframe[],
  duration: number,
  options: Pick<KeyframeAnimationOptions, 'fill'> = {},
): Promise<void> {
  if (prefersStillness() || !('animate' in element)) return
  const animation = element.animate(frames, {
    duration,
    easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
    ...options,
  })
  await animation.finished.catch(() => {})
}

function prefersStillness(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
}
