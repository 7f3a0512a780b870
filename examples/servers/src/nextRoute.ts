/** Next: the handlers of `app/me/route.ts` and `app/sign-in/route.ts`, which are functions of the web's own `Request`. */
import type { SignIn } from './acceptSignIn.js'
import type { WhoIs } from './whoIs.js'

/** `export const GET = me(whoIs)` */
export const me =
  (whoIs: WhoIs) =>
  (request: Request): Response => {
    const account = whoIs(request.headers.get('authorization'))
    return account ? Response.json({ account }) : new Response(null, { status: 401 })
  }

/** `export const GET = nonce(signIn)` */
export const nonce = (signIn: SignIn) => (): Response => Response.json({ nonce: signIn.nonce() })

/** `export const POST = postSignIn(signIn)` */
export const postSignIn =
  (signIn: SignIn) =>
  async (request: Request): Promise<Response> => {
    const outcome = await signIn.accept(await request.json())
    return Response.json(outcome, { status: 'account' in outcome ? 200 : 401 })
  }
