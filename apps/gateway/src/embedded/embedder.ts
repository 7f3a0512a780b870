/** Which page is around the frame, and whether its project lets it be. */
import { type Feature, isFeatureOn } from '../projects/features.js'
import { isOriginAllowed, type Projects } from '../store/projects.js'
import { WalletRefusal } from './http/refusal.js'

export interface Embedder {
  readonly projectId: string | undefined
  readonly origin: string
}

/** A way to sign in that a project may have switched off. */
interface Way {
  readonly feature: Feature
  /** Which of those that the feature is about. */
  readonly choice?: string
}

export type CheckEmbedder = (embedder: Embedder, way?: Way) => Promise<Embedder>

/** The wallet's own page embeds no wallet. Whoever names it wants to be shown to a person under the name they trust most. */
export function createCheckEmbedder(input: {
  projects: Projects
  walletOrigin: () => string
}): CheckEmbedder {
  return async ({ projectId, origin }, way) => {
    if (origin === input.walletOrigin()) throw new WalletRefusal('ORIGIN_NOT_ALLOWED')
    const project = await input.projects.find(projectId)
    if (!project) throw new WalletRefusal('PROJECT')
    if (!isOriginAllowed(project, origin)) throw new WalletRefusal('ORIGIN_NOT_ALLOWED')
    if (way && !isFeatureOn(project, way.feature, way.choice)) throw new WalletRefusal('PROVIDER_OFF')
    return { projectId: project.id, origin }
  }
}
