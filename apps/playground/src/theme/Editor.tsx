/** Choose how the modal looks, see it at once, and copy the options. */
import { useKit } from 'latchkey/react'
import { type ReactNode, useEffect, useState } from 'react'
import { type Choices, fonts, optionsOf, usual, variablesOf } from './choices.js'

export function Editor() {
  const kit = useKit()
  const [choices, setChoices] = useState(usual)
  const choose = (more: Partial<Choices>) => setChoices({ ...choices, ...more })
  useEffect(() => kit.setTheme({ mode: choices.mode, variables: variablesOf(choices) }), [kit, choices])
  useEffect(() => {
    const dress = () => {
      document.documentElement.dataset.theme = kit.store.get().theme.mode
    }
    dress()
    return kit.watch((state) => state.theme.mode, dress)
  }, [kit])
  return (
    <>
      <header className="bar">
        <a className="brand" href="/">
          <img src="/icon.svg" alt="" width="28" height="28" />
          Latchkey
        </a>
      </header>
      <main className="editor">
        <section className="panel" aria-labelledby="editor-title">
          <h1 id="editor-title">Theme editor</h1>
          <p>
            Whatever you choose, texts keep their contrast: the colours on and around yours are derived from
            it.
          </p>
          <form className="knobs" onSubmit={(event) => event.preventDefault()}>
            <Choice label="Mode">
              <select
                value={choices.mode}
                onChange={({ target }) =>
                  choose({ mode: modes.find((mode) => mode === target.value) ?? 'auto' })
                }
              >
                <option value="auto">As the system</option>
                <option value="light">Light</option>
                <option value="dark">Dark</option>
              </select>
            </Choice>
            <Choice label="Accent">
              <input
                type="color"
                value={choices.accent}
                onChange={({ target }) => choose({ accent: target.value })}
              />
            </Choice>
            <Choice label="Tint">
              <input
                type="color"
                value={choices.tint}
                onChange={({ target }) => choose({ tint: target.value })}
              />
            </Choice>
            <Slider
              label="Strength of the tint"
              unit=" %"
              max={100}
              value={choices.strength}
              onChange={(strength) => choose({ strength })}
            />
            <Choice label="Font">
              <select value={choices.font} onChange={({ target }) => choose({ font: target.value })}>
                {fonts.map(({ name, value }) => (
                  <option key={name} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            </Choice>
            <Slider
              label="Size of type"
              unit=" px"
              min={9}
              max={14}
              step={0.5}
              value={choices.fontSize}
              onChange={(fontSize) => choose({ fontSize })}
            />
            <Slider
              label="Radius"
              unit=" px"
              max={8}
              step={0.5}
              value={choices.radius}
              onChange={(radius) => choose({ radius })}
            />
            <Slider
              label="Spacing"
              min={0.6}
              max={1.4}
              step={0.05}
              value={choices.spacing}
              onChange={(spacing) => choose({ spacing })}
            />
            <Slider
              label="Motion"
              max={3}
              step={0.25}
              value={choices.motion}
              onChange={(motion) => choose({ motion })}
            />
            <Slider
              label="Width"
              unit=" px"
              min={320}
              max={480}
              step={10}
              value={choices.width}
              onChange={(width) => choose({ width })}
            />
            <button type="button" onClick={() => setChoices(usual)}>
              Start again
            </button>
          </form>
        </section>
        <section className="panel preview" aria-label="Preview">
          <latchkey-button />
          <latchkey-modal />
        </section>
        <Options text={optionsOf(choices)} />
      </main>
    </>
  )
}

const modes = ['auto', 'light', 'dark'] as const

function Choice({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className="knob">
      <span>{label}</span>
      {children}
    </label>
  )
}

interface SliderProps {
  readonly label: string
  readonly unit?: string
  readonly min?: number
  readonly max: number
  readonly step?: number
  readonly value: number
  onChange(value: number): void
}

function Slider({ label, unit = '', min = 0, max, step = 1, value, onChange }: SliderProps) {
  return (
    <Choice label={label}>
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={`${value}${unit}`}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <output>{`${value}${unit}`}</output>
    </Choice>
  )
}

function Options({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('The browser does not let this page copy. Select the text.'),
    )
  return (
    <section className="panel options" aria-labelledby="options-title">
      <div className="panel-head">
        <h2 id="options-title">Options</h2>
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
      </div>
      {/* Focusable, since a narrow page scrolls it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard. */}
      <pre tabIndex={0} data-testid="options">
        {text}
      </pre>
      <p role="status">{said}</p>
    </section>
  )
}
