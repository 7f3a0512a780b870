/**
 * Counters and histograms of what happens thousands of times a second, in a registry of prom-client. A series is found
 * once and then only counted in; the library's own finds it anew, by the text of its labels, at every count.
 */
import type { Metric, Registry } from 'prom-client'

export type Labels = Readonly<Record<string, string | number>>

/** One line of what is told. */
interface Value {
  readonly metricName?: string
  readonly labels: Labels
  readonly value: number
}

interface Description {
  readonly name: string
  readonly help: string
}

export interface Count {
  add(): void
}

export interface Timing {
  observe(seconds: number): void
}

/** A function that opens the series of some labels. Open each once. */
export function countIn(registry: Registry, about: Description): (labels: Labels) => Count {
  const series: { readonly labels: Labels; value: number }[] = []
  register(registry, { ...about, type: 'counter' }, () => series)
  return (labels) => {
    const one = { labels, value: 0 }
    series.push(one)
    return { add: () => void one.value++ }
  }
}

/** As `countIn`. `buckets`: their upper bounds in seconds, the smallest first. */
export function timeIn(
  registry: Registry,
  about: Description & { readonly buckets: readonly number[] },
): (labels: Labels) => Timing {
  const { name, help, buckets } = about
  const series: (() => readonly Value[])[] = []
  register(registry, { name, help, type: 'histogram' }, () => series.flatMap((read) => read()))
  return (labels) => {
    /** Of each bucket alone; the last one is of what is slower than all. */
    const counts = new Array<number>(buckets.length + 1).fill(0)
    let sum = 0
    series.push(() => {
      let below = 0
      const values = [...buckets, '+Inf'].map((le, index) => {
        below += counts[index] ?? 0
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below }
      })
      return [
        ...values,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: below },
      ]
    })
    return {
      observe(seconds) {
        let index = 0
        while (index < buckets.length && seconds > (buckets[index] ?? 0)) index++
        counts[index] = (counts[index] ?? 0) + 1
        sum += seconds
      },
    }
  }
}

function register(
  registry: Registry,
  about: Description & { readonly type: 'counter' | 'histogram' },
  read: () => readonly Value[],
): void {
  const metric = { ...about, get: async () => ({ ...about, values: read() }) }
  // The registry asks a metric for its name and for what it has, whatever class it is of.
  registry.registerMetric(metric as unknown as Metric)
}
