import { hours } from '@latchkey/spec/limits'
import { walletLimits } from '@latchkey/spec/walletApi'
import { expect, test } from 'vitest'
import type { Rule } from '../limits.js'
import type { EmbeddedParts } from '../parts.js'
import type { User } from '../users.js'
import { locksLetter } from './letters.js'
import { tellOwner } from './tellOwner.js'

test('[D-10] an owner is told of one kind of news only so often an hour, and of every other all the same', async () => {
  const posted: string[] = []
  const taken = new Map<string, number>()
  // As many parts as are asked; whatever else were used would throw.
  const parts = {
    users: { emailOf: async () => 'owner@example.com' },
    outbox: { post: async (kind: string) => void posted.push(kind) },
    limits: {
      async take([rule]: readonly Rule[]) {
        if (!rule) return 0
        expect(rule).toMatchObject({ limit: walletLimits.newsPerHour, window: hours(1) })
        const count = taken.get(rule.key) ?? 0
        taken.set(rule.key, count + 1)
        return count < rule.limit ? 0 : 1
      },
    },
  } as unknown as EmbeddedParts
  const user = { id: 'somebody' } as User // nothing else is asked of it
  const tell = (news: 'device-removed' | 'passkey-added', to = user) =>
    tellOwner(parts, to, news, locksLetter({ news, at: 0 }))
  for (let time = 0; time <= walletLimits.newsPerHour; time += 1) await tell('device-removed')
  expect(posted).toHaveLength(walletLimits.newsPerHour)
  await tell('passkey-added')
  await tell('device-removed', { ...user, id: 'somebody else' })
  expect(posted.slice(walletLimits.newsPerHour)).toEqual(['passkey-added', 'device-removed'])
})
