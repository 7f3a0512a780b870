import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LastUsed } from './lastUsed.js'

const key = fc.constantFrom('a', 'b', 'c', 'd')
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key, value: fc.nat() }),
  fc.record({ kind: fc.constantFrom('get' as const, 'delete' as const), key, value: fc.constant(0) }),
)

test('whatever is done, it holds what a map would, and its oldest is the one used longest ago', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const used = new LastUsed<number>()
      // A map whose order is the order of last use, by setting anew.
      const model = new Map<string, number>()
      for (const { kind, key: name, value } of steps) {
        const known = model.get(name)
        if (kind === 'get') expect(used.get(name)).toBe(known)
        else if (kind === 'set') used.set(name, value)
        else used.delete(name)
        model.delete(name)
        const kept = kind === 'set' ? value : kind === 'get' ? known : undefined
        if (kept !== undefined) model.set(name, kept)
        const [first] = model.entries()
        expect(used.oldest && [used.oldest.key, used.oldest.value]).toEqual(first)
        expect(used.size).toBe(model.size)
      }
    }),
  )
})
