/** One answer of a phone connects and signs in, on every network that it signed for (S5-16). */
import { expectFact, inModal, local, modal, titled } from '../harness/app.js'
import { copyLink, expect, showCode, test } from '../harness/remoteApp.js'
import { alice, bob } from '../phone/people.js'

const ethereum = { id: 1, name: 'Ethereum' }

test('[S5-16] [S4-15] connecting and signing in are one question to the phone, and hold on every network of the page', async ({
  open,
  phone,
}) => {
  const { page, problems } = await open({ signIn: 'required', networks: [local, ethereum] })
  // The local world has no node of it, so there is no balance.
  problems.expect(/chainId=eip155%3A1/)
  await showCode(page)
  await phone.pair(await copyLink(page))
  await phone.approve('Connect and sign in?')
  await modal(page).waitFor({ state: 'hidden' })
  await expectFact(page, 'session', alice)
  const kept = await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('latchkey:sign-in'))
    const entries = JSON.parse(localStorage.getItem(key) ?? '[]') as {
      session: { data: { chainId: string }; cacao?: { p: { iss: string } } }
    }[]
    return entries.map(({ session }) => ({ on: session.data.chainId, by: session.cacao?.p.iss }))
  })
  const networks = ['eip155:31337', 'eip155:1']
  expect(kept).toEqual(networks.map((on) => ({ on, by: `did:pkh:${on}:${alice}` })))

  await page.getByRole('button', { name: 'Go to Ethereum by hook' }).click()
  await expectFact(page, 'network', 'Ethereum')
  await expectFact(page, 'session', alice)
  await expectFact(page, 'view', 'none')
  await page.reload()
  await expectFact(page, 'session', alice)

  // Another account has signed nothing, and is asked as any wallet is.
  await phone.changeAccount('bob.eth')
  await expectFact(page, 'account', bob)
  await titled(page, 'Sign in').waitFor()
  await expectFact(page, 'session', 'none')
  await inModal(page, 'Sign in').click()
  await phone.approve('Sign in?')
  await expectFact(page, 'session', bob)
})

test('[S4-17] a phone that says no is neither connected nor signed in, and the next try works', async ({
  open,
  phone,
}) => {
  const { page } = await open({ signIn: 'required' })
  await showCode(page)
  await phone.pair(await copyLink(page))
  await phone.reject('Connect and sign in?')
  await expectFact(page, 'status', 'disconnected')
  await expectFact(page, 'session', 'none')
  await inModal(page, 'Try again').click()
  await phone.pair(await copyLink(page))
  await phone.approve('Connect and sign in?')
  await expectFact(page, 'session', alice)
})
