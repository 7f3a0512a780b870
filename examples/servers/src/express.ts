/** Express: who is there, and who signed in. */
import express, { type Express } from 'express'
import type { SignIn } from './acceptSignIn.js'
import type { WhoIs } from './whoIs.js'

export function createExpressApp(whoIs: WhoIs, signIn: SignIn): Express {
  const app = express()
  app.use(express.json({ limit: '64kb' }))

  app.get('/me', (request, response) => {
    const account = whoIs(request.get('authorization'))
    if (account) response.json({ account })
    else response.sendStatus(401)
  })

  app.get('/nonce', (_, response) => {
    response.json({ nonce: signIn.nonce() })
  })

  app.post('/sign-in', (request, response, next) => {
    signIn.accept(request.body).then((outcome) => {
      response.status('account' in outcome ? 200 : 401).json(outcome)
    }, next)
  })
  return app
}
