/**
 * One scene with nothing around it: `stage.html#Wallets%20found`. Another name after the `#` ends the scene and plays
 * that one, so that a run over all of them loads one page. `?theme=light` and `?language=de` dress it.
 */
import { showToast } from '@latchkey/core/screen'
import type { Kit } from 'latchkey'
import { buttonScenes } from './buttonScenes.js'
import { play, type Scene, scenes } from './scenes.js'

const mode = new URLSearchParams(location.search).get('theme') === 'light' ? 'light' : 'dark'
document.documentElement.dataset.theme = mode

/** Played here alone, since it opens no dialog: a message while the modal is closed. */
const onPage: Scene = {
  group: 'Notices',
  name: 'On the page',
  view: 'Connect',
  play: (kit) => showToast(kit, { variant: 'success', text: 'Transaction confirmed', isForPage: true }),
}

let onStage: Kit | undefined

async function playNamed(): Promise<void> {
  onStage?.destroy()
  onStage = undefined
  document.body.removeAttribute('data-scene')
  const name = decodeURIComponent(location.hash.slice(1))
  const scene = [...scenes, ...buttonScenes, onPage].find((each) => each.name === name)
  if (!scene) return
  onStage = await play(scene, { mode, variables: {} })
  document.body.dataset.scene = name
}

addEventListener('hashchange', () => void playNamed())
void playNamed()
