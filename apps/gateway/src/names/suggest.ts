/** Free names that start like the one that somebody types (S7-15). */
import { bounds } from '@latchkey/spec/endpoints'
import { limits } from '@latchkey/spec/limits'
import { refuse } from '../http/refusal.js'
import { likenessOf } from './likeness.js'
import type { NameStore } from './store.js'
import { labelIn, problemOf, type Zone } from './zone.js'

export interface Suggestion {
  readonly name: string
  /** Somebody has it, or nobody may. */
  readonly registered: boolean
}

/** What is put behind a label that is taken. All tried at once, in this order. */
const endings = [
  'one',
  'here',
  'home',
  'world',
  'club',
  'pay',
  'sky',
  'sun',
  'sea',
  'day',
  'star',
  'wood',
  'path',
  'lane',
  '-me',
  '-too',
  '7',
  '21',
  '42',
  '77',
  '88',
  '99',
  '2026',
  '365',
] as const

export async function suggest(
  { zone, store }: { zone: Zone; store: Pick<NameStore, 'taken'> },
  text: string,
  wanted = zone.name,
): Promise<Suggestion[]> {
  const label = labelIn(zone, text) ?? text
  if (wanted.toLowerCase() !== zone.name || label.includes('.'))
    throw refuse('name', `Names end with .${zone.name} here`)
  if (label.length > limits.nameLabelMax) throw refuse('name', problemOf(zone, label))
  const nameOf = (each: string) => `${each}.${zone.name}`
  const isPossible = (each: string) => problemOf(zone, each) === undefined
  const others = endings.map((ending) => `${label}${ending}`).filter(isPossible)
  const taken = await store.taken([label, ...others].map((each) => likenessOf(nameOf(each))))
  const isFree = (each: string) => !taken.has(likenessOf(nameOf(each)))
  return [
    { name: nameOf(label), registered: !isPossible(label) || !isFree(label) },
    ...others.filter(isFree).map((each) => ({ name: nameOf(each), registered: false })),
  ].slice(0, bounds.suggestions)
}
