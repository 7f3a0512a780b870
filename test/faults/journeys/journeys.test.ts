/** D-10: whatever breaks, a journey ends well, or says why not and goes on when it is mended. */
import { inject } from 'vitest'
import { until } from '../../harness/until.js'
import { setFault } from '../proxy/control.js'
import { keepResult, type Result } from '../report/result.js'
import type { Course, Journey } from './journey.js'
import { expect, test } from './stage.js'
import { everything, sample } from './table.js'
import { walkAfterMending, walkUntilReason } from './walk.js'

const report = process.env.LATCHKEY_FAULTS_REPORT
const only = process.env.LATCHKEY_FAULTS_ONLY
const chosen = process.env.LATCHKEY_FAULTS === 'all' ? everything : sample
const control = inject('control')
const gateway = inject('base') + 30

/** The next outage begins on a sound world. */
const isSound = () =>
  until(async () => (await fetch(`http://127.0.0.1:${gateway}/readyz`)).ok, {
    what: 'the gateway is ready again',
    within: 60_000,
  })

const isMeant = (place: string) => !only || only.split(',').some((each) => place.startsWith(each))
const meant = chosen.filter(({ dependency, fault }) => isMeant(`${dependency}/${fault}`))

test.for(meant)('[D-10] $dependency: $fault', async ({ dependency, fault, journeys }, { stage }) => {
  const people: { journey: Journey; course: Course }[] = []
  for (const journey of journeys) people.push({ journey, course: await journey.begin(stage) })
  await setFault(control, dependency, fault)
  let met = 0
  const halves = await Promise.all(people.map(({ course }) => walkUntilReason(course))).finally(async () => {
    met = await setFault(control, dependency, undefined)
  })
  const endings = await Promise.all(
    people.map(({ course }, index) => {
      const half = halves[index]
      if (!half) throw new Error('every journey has an end')
      return 'kind' in half ? half : walkAfterMending(course, half.reason)
    }),
  )
  const results = people.map(({ journey }, index): Result => {
    const ending = endings[index]
    if (!ending) throw new Error('every journey has an end')
    const isUnmet = ending.kind === 'succeeded' && met === 0
    return { journey: journey.name, dependency, fault, ending: isUnmet ? { kind: 'unmet' } : ending }
  })
  if (report) for (const result of results) keepResult(report, result)
  await isSound()
  expect(results.filter(({ ending }) => ending.kind === 'failed')).toEqual([])
})
