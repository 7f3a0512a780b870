import { expect, test } from 'vitest'
import { undisturbed } from './stolen.mjs'

/** @param {readonly number[]} shares of each try, in hundredths */
async function measure(shares) {
  let [all, stolen, round] = [0, 0, 0]
  const { figures, isDisturbed } = await undisturbed(
    async () => {
      all += 100
      stolen += shares[round] ?? 0
      return round++
    },
    () => ({ all, stolen }),
  )
  return { figures, isDisturbed, rounds: round }
}

test('a round that nobody disturbed counts at once', async () => {
  expect(await measure([1])).toEqual({ figures: 0, isDisturbed: false, rounds: 1 })
})

test('a round that was disturbed is measured again', async () => {
  expect(await measure([30, 0])).toEqual({ figures: 1, isDisturbed: false, rounds: 2 })
})

test('of rounds that were all disturbed the least counts, and is told', async () => {
  expect(await measure([30, 9, 12, 11, 10, 40, 0])).toEqual({ figures: 1, isDisturbed: true, rounds: 6 })
})
