// @vitest-environment node
/** On a server nothing is known of any account, and nothing is asked. */
import { createTestKit } from '@latchkey/core/testing'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LatchkeyProvider, useActivity, useBalances, useNfts } from '../react.js'

function Page() {
  const states = [useBalances().status, useActivity().status, useNfts().status]
  return <p>{states.join(' ')}</p>
}

test('[D-03] the hooks draw on a server', () => {
  expect('document' in globalThis).toBe(false)
  const { kit, fetch } = createTestKit({ gatewayUrl: 'https://gateway.test', isHeadless: true })
  const html = renderToString(
    <LatchkeyProvider kit={kit}>
      <Page />
    </LatchkeyProvider>,
  )
  expect(html).toBe('<p>idle idle idle</p>')
  expect(fetch.calls).toEqual([])
  kit.destroy()
})
