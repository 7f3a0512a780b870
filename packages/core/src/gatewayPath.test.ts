import { expect, test } from 'vitest'
import { gatewayPath } from './gatewayPath.js'

test.each([
  ['https://gateway.test', 'https://gateway.test/v1'],
  ['https://gateway.test/', 'https://gateway.test/v1'],
  ['/gateway//', '/gateway/v1'],
  ['/', '/v1'],
])('%s and its path are %s', (gatewayUrl, whole) => {
  expect(gatewayPath(gatewayUrl, '/v1')).toBe(whole)
})
