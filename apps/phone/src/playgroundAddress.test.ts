import { expect, test } from 'vitest'
import { playgroundAddress } from './playgroundAddress.js'

test('the playground is three ports below the phone, whatever the port base', () => {
  expect(playgroundAddress('http://localhost:3003/')).toBe('http://localhost:3000/')
  expect(playgroundAddress('http://127.0.0.1:4203/pair?uri=wc:1#top')).toBe('http://127.0.0.1:4200/')
})

test('outside a local world there is no playground to go back to', () => {
  expect(playgroundAddress('https://phone.example/')).toBeUndefined()
})
