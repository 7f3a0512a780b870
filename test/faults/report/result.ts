/** How one journey under one fault ended, and how such endings are kept until the table is made. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { dependencyNames } from '../proxy/dependencies.js'
import { faultNames } from '../proxy/faults.js'

const resultSchema = v.object({
  journey: v.string(),
  dependency: v.picklist(dependencyNames),
  fault: v.picklist(faultNames),
  ending: v.variant('kind', [
    /** In spite of the fault. */
    v.object({ kind: v.literal('succeeded') }),
    /** After a reason, and another try when it was mended. */
    v.object({ kind: v.literal('recovered'), reason: v.string() }),
    /** It ended well, and the fault had no part in it: nothing met it. */
    v.object({ kind: v.literal('unmet') }),
    v.object({ kind: v.literal('failed'), why: v.string(), reason: v.optional(v.string()) }),
  ]),
})
export type Result = v.InferOutput<typeof resultSchema>
export type Ending = Result['ending']

/** One line each: a run that is broken off keeps what it has found. */
export function keepResult(file: string, result: Result): void {
  appendFileSync(file, `${JSON.stringify(result)}\n`)
}

/** The newest of each journey, dependency and fault, in the order in which they were first walked. */
export function keptResults(file: string): Result[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const newest = new Map<string, Result>()
  for (const line of lines) {
    const result = v.parse(resultSchema, JSON.parse(line))
    newest.set(`${result.journey} ${result.dependency} ${result.fault}`, result)
  }
  return [...newest.values()]
}
