/** What a project may say about approvals in its frame: `features.wallet` of its entry. */
import * as v from 'valibot'
import type { Projects } from '../../store/projects.js'

export interface ProjectRules {
  /** Whether small transfers may be approved in the frame (D-30, rung 2). */
  readonly isInlineAllowed: boolean
  /** Of a wallet a day, for what is approved in the frame; cents of a dollar. */
  readonly capCents: bigint
  /** Whether apps may be permitted something for a time. */
  readonly isGranting: boolean
}

const mostDollars = 10_000

const settings = v.strictObject({
  inlineApproval: v.optional(v.boolean(), true),
  permissions: v.optional(v.boolean(), true),
  /** Whole dollars. */
  dailyCapUsd: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostDollars)), 100),
})

/** What is not written as agreed allows nothing: a typing mistake must not raise a limit. */
const strict: ProjectRules = { isInlineAllowed: false, capCents: 0n, isGranting: false }

export function createRulesOf(projects: Pick<Projects, 'find'>) {
  return async (projectId: string | null): Promise<ProjectRules> => {
    const project = await projects.find(projectId ?? undefined)
    const read = v.safeParse(settings, project?.features.wallet ?? {})
    if (!project || !read.success) return strict
    const { inlineApproval, dailyCapUsd, permissions } = read.output
    return {
      isInlineAllowed: inlineApproval,
      capCents: BigInt(dailyCapUsd) * 100n,
      isGranting: permissions,
    }
  }
}
