/** Hono, on any runtime that it runs on: who is there, and who signed in. */
import { Hono } from 'hono'
import type { SignIn } from './acceptSignIn.js'
import type { WhoIs } from './whoIs.js'

export function createHonoApp(whoIs: WhoIs, signIn: SignIn): Hono {
  const app = new Hono()

  app.get('/me', (context) => {
    const account = whoIs(context.req.header('authorization'))
    return account ? context.json({ account }) : context.body(null, 401)
  })

  app.get('/nonce', (context) => context.json({ nonce: signIn.nonce() }))

  app.post('/sign-in', async (context) => {
    const outcome = await signIn.accept(await context.req.json())
    return context.json(outcome, 'account' in outcome ? 200 : 401)
  })
  return app
}
