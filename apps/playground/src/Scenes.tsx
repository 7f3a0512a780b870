/** Every screen in every state, at a click. */
import { useKit } from 'latchkey/react'
import { LanguageSwitch } from './LanguageSwitch.js'
import { play, scenes } from './scenes.js'

export function Scenes() {
  const { store } = useKit()
  const groups = [...new Set(scenes.map(({ group }) => group))]
  return (
    <section className="panel" id="screens" aria-labelledby="screens-title">
      <div className="panel-head">
        <h2 id="screens-title">Every screen</h2>
        <LanguageSwitch />
      </div>
      <div id="embedded" className="embedded" />
      <div className="scenes">
        {groups.map((group) => (
          <div key={group} className="scene-group">
            <h3>{group}</h3>
            <div className="scene-list">
              {scenes
                .filter((scene) => scene.group === group)
                .map((scene) => (
                  <button key={scene.name} type="button" onClick={() => void play(scene, store.get().theme)}>
                    {scene.name}
                  </button>
                ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
