/** What an app wrote becomes what the style sheets take, and goes again with it. */
import { expect, test } from 'vitest'
import { applyColours } from './applyColours.js'

const chosen = { mode: 'dark', accent: '', tint: '', strength: '' } as const

function painted(...themes: Partial<Parameters<typeof applyColours>[1]>[]) {
  const host = document.createElement('div')
  for (const theme of themes) applyColours(host, { ...chosen, ...theme })
  return (name: string) => host.style.getPropertyValue(name)
}

test('an accent that lets something through is painted as what is seen of it on the surface', () => {
  expect(painted({ accent: '#ffffff80' })('--lk-accent')).toBe('rgb(138 139 141)')
  expect(painted({ accent: '#ffffff' })('--lk-accent')).toBe('')
  expect(painted({ accent: '#ffffff80' }, { accent: '#fff' })('--lk-accent')).toBe('')
})

test('a tint that lets something through is less of it, and never lets the page through', () => {
  expect(painted({ tint: '#2800507f', strength: '40' })('--lk-tint')).toMatch(/^rgb\(40 0 80\) 19\.9\d*%$/)
  expect(painted({ tint: '#28005000', strength: '40' })('--lk-tint')).toBe('rgb(40 0 80) 0%')
  expect(painted({ tint: '#280050', strength: '0' })('--lk-tint')).toBe('')
})
