/** Asks axe-core about the modal of a stage, whose clock stands still. */
import { axeIn } from '../../../scripts/a11y/checks.mjs'
import { modal, type Stage } from './stage.js'

/** What breaks a rule, and where; of all rules, unless some are named. */
export const axeOn = ({ page, during }: Stage, rules?: string[]): Promise<string[]> =>
  during(axeIn(page, { include: modal.host, ...(rules && { rules }) }))
