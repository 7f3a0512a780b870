/** Which page is around the frame, and whether its project lets it be. */
import { isOriginAllowed, type Projects } from '../store/projects.js'
import { WalletRefusal } from './http/refusal.js'

export interface Embedder {
  readonly projectId: string | undefined
  readonly origin: string
}

export type CheckEmbedder = (embedder: Embedder) => Promise<Embedder>

/** The wallet's own page embeds no wallet. Whoever names it wants to be shown to a person under the name they trust most. */
export function createCheckEmbedder(input: {
  projects: Projects
  walletOrigin: () => string
}): CheckEmbedder {
  return async ({ projectId, origin }) => {
    if (origin === input.walletOrigin()) throw new WalletRefusal('ORIGIN_NOT_ALLOWED')
    const project = await input.projects.find(projectId)
    if (!project) throw new WalletRefusal('PROJECT')
    if (!isOriginAllowed(project, origin)) throw new WalletRefusal('ORIGIN_NOT_ALLOWED')
    return { projectId: project.id, origin }
  }
}
