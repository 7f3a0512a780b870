/** A request that the relay refuses, by the tag of the contract. */
import { type RelayErrorTag, relayErrors } from '@latchkey/spec/relay'
import type * as v from 'valibot'

export class RelayRefusal extends Error {
  override readonly name = 'RelayRefusal'
  constructor(readonly tag: RelayErrorTag) {
    super(relayErrors[tag].text)
  }
}

export function errorBody(tag: RelayErrorTag): { code: number; message: string; data: string } {
  const { code, text } = relayErrors[tag]
  return { code, message: text, data: tag }
}

/** Which of the contract's words fits what a schema found first. */
export function tagOfIssue({ type, input, path }: v.BaseIssue<unknown>): RelayErrorTag {
  if (Array.isArray(input) && type === 'max_length') return 'BatchLimitExceeded'
  if (Array.isArray(input) && type === 'min_length') return 'BatchEmpty'
  const keys = (path ?? []).map(({ key }) => String(key))
  const isTopic = /topics?$/i.test(keys.findLast((key) => !/^\d+$/.test(key)) ?? '')
  if (isTopic && !Array.isArray(input)) return 'InvalidTopic'
  return 'InvalidParams'
}
