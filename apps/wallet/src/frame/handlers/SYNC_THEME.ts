/** Takes over the look of the embedding page (S3-19); what a message leaves out stays as it was. */
import type { FrameHandler } from './index.js'

export const SYNC_THEME: FrameHandler<'SYNC_THEME'> = async (theme, context) => {
  context.theme = { ...context.theme, ...theme }
  context.applyTheme(context.theme)
  return undefined
}
