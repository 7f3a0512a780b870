/** Draws the view on screen, slides from one to the next, and grows and shrinks with what is in it (S9-06). */
import { modalLimits } from '@latchkey/spec/limits'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { animate } from './motion.js'
import { AccountGate, LoadFailed, NotBuilt, Waiting } from './placeholders.js'
import styles from './shell.sheet.css'
import { useFollowedHeight } from './useFollowedHeight.js'
import type { ShownView } from './useShownView.js'
import { ViewBoundary } from './ViewBoundary.js'

interface Slide {
  readonly key: number
  readonly shown: ShownView
}

interface StageProps {
  readonly shown: ShownView | undefined
  /** Called when another view has taken the place of the last one. */
  onArrival(): void
}

export function Stage({ shown, onArrival }: StageProps) {
  const { current, leaving, direction, removeLeaving } = useSlides(shown)
  const arrive = useRef(onArrival)
  arrive.current = onArrival

  const key = current?.key
  const isFirst = useRef(true)
  useEffect(() => {
    if (key === undefined) return
    if (!isFirst.current) arrive.current()
    isFirst.current = false
  }, [key])

  return (
    <div className={styles.stage} part="body">
      {leaving && (
        <Slide key={leaving.key} phase="leaving" direction={direction} onGone={removeLeaving}>
          {draw(leaving.shown)}
        </Slide>
      )}
      {current ? (
        <Slide key={current.key} phase={leaving ? 'arriving' : 'resting'} direction={direction} isFollowed>
          {draw(current.shown)}
        </Slide>
      ) : (
        <Waiting />
      )}
    </div>
  )
}

function draw(shown: ShownView): ReactNode {
  const { Component, route, status } = shown
  if (status === 'not-built') return <NotBuilt view={route.view} />
  if (status === 'failed' || !Component) return <LoadFailed retry={shown.retry} />
  return (
    <ViewBoundary name={route.view}>
      <AccountGate route={route}>
        <Component data={route.data ?? {}} />
      </AccountGate>
    </ViewBoundary>
  )
}

/** The view on screen and, for the time of the transition, the one before it. */
function useSlides(shown: ShownView | undefined) {
  const [slides, setSlides] = useState<{ current?: Slide; leaving?: Slide; direction: 1 | -1 }>({
    direction: 1,
  })
  const { current } = slides
  // Derived while rendering, so that no frame shows the new title over the old view.
  if (shown && shown !== current?.shown) {
    const isSameView = current?.shown.route.view === shown.route.view && current.shown.status === shown.status
    if (!current || isSameView) setSlides({ ...slides, current: { key: current?.key ?? 0, shown } })
    else {
      const direction = shown.depth < current.shown.depth ? -1 : 1
      setSlides({ current: { key: current.key + 1, shown }, leaving: current, direction })
    }
  }
  const removeLeaving = () => setSlides(({ leaving: _gone, ...rest }) => rest)
  return { ...slides, removeLeaving }
}

interface SlideProps {
  readonly phase: 'arriving' | 'leaving' | 'resting'
  readonly direction: 1 | -1
  /** What is around it is as high as this slide. */
  readonly isFollowed?: boolean
  readonly children: ReactNode
  onGone?(): void
}

const shift = 14

function Slide({ phase, direction, isFollowed = false, children, onGone }: SlideProps) {
  const element = useRef<HTMLDivElement>(null)
  const gone = useRef(onGone)
  gone.current = onGone

  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    // By property: React 18 does not know the attribute.
    current.inert = phase === 'leaving'
    if (phase === 'resting') return
    // Onward is to the left where the layout runs from right to left.
    const onward = getComputedStyle(current).direction === 'rtl' ? -direction : direction
    const away = (side: number) => ({ opacity: 0, transform: `translateX(${side * onward * shift}px)` })
    if (phase === 'arriving') void animate(current, [away(1), {}], modalLimits.viewTransition)
    else
      void animate(current, [{}, away(-1)], modalLimits.viewTransition, { fill: 'forwards' }).then(() =>
        gone.current?.(),
      )
  }, [phase, direction])

  useFollowedHeight(element, isFollowed)

  return (
    <div ref={element} className={styles.slide} data-phase={phase}>
      {children}
    </div>
  )
}
