import { expect, test } from 'vitest'
import { loadPart } from './loadPart.js'

const gone = (address: string) => new TypeError(`Failed to fetch dynamically imported module: ${address}`)

test('a part that arrives is handed out, and what a load fails with is told', async () => {
  expect(await loadPart(async () => ({ View: 1 }), 'View')).toEqual({ View: 1 })
  const failing = () => Promise.reject<{ View: 1 }>(new Error('broken'))
  for (let n = 0; n < 3; n++) await expect(loadPart(failing, 'View')).rejects.toThrow('broken')
})

test('[D-10] a part that did not arrive is loaded again by the load itself where it can be', async () => {
  let isAway = true
  const load = async () => {
    if (isAway) throw gone('https://app.example/View.js')
    return { View: 1 }
  }
  await expect(loadPart(load, 'View')).rejects.toThrow('Failed to fetch')
  isAway = false
  expect(await loadPart(load, 'View')).toEqual({ View: 1 })
})

test('[D-10] what the browser keeps in mind as missing is not asked for under another address before it is asked for again', async () => {
  const cause = gone('http://127.0.0.1:1/View.js')
  const load = () => Promise.reject<{ View: 1 }>(cause)
  await expect(loadPart(load, 'View')).rejects.toBe(cause)
  // Nothing answers there, which is told in other words.
  await expect(loadPart(load, 'View')).rejects.not.toBe(cause)
})
