/** Calls that the kit makes and the gateway does not serve yet. The browser complains of each 404; nobody else may. */
import { analyticsBatch, analyticsEvent, origins } from '@latchkey/spec/endpoints'
import type { Problems } from './problems.js'

/** A test fails as soon as one of them is served, so that the list gets shorter. */
export const unserved = [origins, analyticsEvent, analyticsBatch]

/** Announces the complaints about exactly these paths behind the gateway's prefix. */
export function expectUnserved(problems: Problems): void {
  for (const { path } of unserved)
    problems.expect(new RegExp(`status of 404 .*/gateway${path.replaceAll('/', '\\/')}\\?`))
}
