/** What an operator switched for a project, and whether that allows a call. */
import type { remoteFeatures } from '@latchkey/spec/endpoints'
import type { Project } from '../store/projects.js'

export type Feature = (typeof remoteFeatures)[number]

/** What was not switched is on. A list switches on what it names, for features that have a choice. */
export function isFeatureOn({ features }: Project, feature: Feature, choice?: string): boolean {
  const value = features[feature]
  if (choice !== undefined && Array.isArray(value)) return value.includes(choice)
  return value !== false
}
