/** Tells the frame what the page around it looks like and what it calls itself (S3-19, S3-20). */
import type { DappDataSync, ThemeSync } from '@latchkey/spec/frame'
import type { KitContext } from '../context.js'
import { pageOrigin } from '../pageOrigin.js'
import type { ThemeState } from '../state.js'
import { sdkType, sdkVersion } from '../version.js'
import type { Frame } from './frame.js'

export function syncFrame(context: KitContext, frame: Frame): void {
  const missed = (cause: unknown) => context.log.info('The frame was not told about the page', cause)
  frame.ask('SYNC_DAPP_DATA', dappData(context)).catch(missed)
  syncTheme(context, frame)
}

export function syncTheme(context: KitContext, frame: Frame): void {
  frame
    .ask('SYNC_THEME', themeData(context.store.get().theme))
    .catch((cause: unknown) => context.log.info('The frame was not told about the theme', cause))
}

function themeData({ mode, variables }: ThemeState): ThemeSync {
  const accent = variables['--latchkey-accent']
  return {
    themeMode: mode,
    themeVariables: Object.fromEntries(
      Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
    ),
    ...(accent ? { w3mThemeVariables: { '--w3m-accent': accent } } : {}),
  }
}

function dappData({ options }: KitContext): DappDataSync {
  const { metadata, projectId } = options
  const url = metadata?.url ?? pageOrigin()
  const name = metadata?.name || globalThis.document?.title
  return {
    ...(name && url
      ? {
          metadata: {
            name: name.slice(0, 256),
            description: metadata?.description ?? '',
            url,
            icons: [...(metadata?.icons ?? [])].slice(0, 8),
          },
        }
      : {}),
    sdkType,
    sdkVersion,
    ...(projectId ? { projectId } : {}),
  }
}
