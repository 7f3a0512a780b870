/** The way in: a link that is pasted, a picture of a code, or the camera. */
import { type ClipboardEvent, type SyntheticEvent, useEffect, useState } from 'react'
import { Icon } from '../parts/Icon.js'
import { Screen } from '../parts/Screen.js'
import { useSelect, useWallet } from '../parts/useWallet.js'
import { Camera } from './Camera.js'

type Reading = 'none' | 'picture' | 'camera'

export function Scan({ onBack }: { onBack: () => void }) {
  const wallet = useWallet()
  const pairing = useSelect(({ pairing }) => pairing)
  const relay = useSelect(({ relay }) => relay)
  const [text, setText] = useState('')
  const [reading, setReading] = useState<Reading>('none')
  const [pictureProblem, setPictureProblem] = useState<string>()
  const isBusy = pairing.status === 'joining' || pairing.status === 'waiting'
  useEffect(() => () => wallet.cancelPairing(), [wallet])

  const follow = (link: string) => {
    setPictureProblem(undefined)
    setReading('none')
    void wallet.pair(link)
  }
  const readFile = async (file: Blob) => {
    setReading('picture')
    setPictureProblem(undefined)
    const { readPicture } = await import('../relay/readPicture.js')
    const read = await readPicture(file)
    if ('text' in read) {
      setText(read.text)
      follow(read.text)
    } else {
      setReading('none')
      setPictureProblem(read.problem)
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    follow(text)
  }
  const paste = (event: ClipboardEvent) => {
    const picture = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
    if (!picture) return
    event.preventDefault()
    void readFile(picture)
  }

  return (
    <Screen title="Scan a code" onBack={onBack}>
      <form className="scan" onSubmit={submit} onPaste={paste}>
        <p className="lead">
          Copy the link below the QR code of an app and paste it here. A picture of the code works too: paste
          it or choose a file.
        </p>
        <label className="field">
          <span>Connection link</span>
          <textarea
            rows={4}
            value={text}
            maxLength={4096}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            placeholder="wc:…"
            disabled={isBusy}
            aria-invalid={pairing.status === 'failed'}
            aria-describedby="link-state"
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey) submit(event)
            }}
          />
        </label>
        <div id="link-state" className="link-state" role="status" aria-label="Link">
          {pairing.status === 'joining' && (
            <p className="waiting">
              <span className="spinner" />
              {relay.status === 'lost' ? 'The relay does not answer yet. Still trying…' : 'Opening the link…'}
            </p>
          )}
          {pairing.status === 'waiting' && (
            <p className="waiting">
              <span className="spinner" /> Waiting for the app…
            </p>
          )}
          {reading === 'picture' && <p className="waiting">Looking for a code…</p>}
          {pairing.status === 'failed' && reading === 'none' && !pictureProblem && (
            <p className="caution">{pairing.text}</p>
          )}
          {pictureProblem && <p className="caution">{pictureProblem}</p>}
        </div>
        {/* Two elements: as one, a press on Cancel would go on as a press on Connect. */}
        {isBusy ? (
          <button key="cancel" type="button" className="secondary" onClick={wallet.cancelPairing}>
            Cancel
          </button>
        ) : (
          <button key="connect" type="submit" className="primary">
            <Icon name="link" /> Connect
          </button>
        )}
        {!isBusy && (
          <div className="other-ways">
            <label className="secondary file">
              Choose a picture
              <input
                type="file"
                accept="image/*"
                onChange={({ target }) => {
                  const [file] = target.files ?? []
                  target.value = ''
                  if (file) void readFile(file)
                }}
              />
            </label>
            {'mediaDevices' in navigator && reading !== 'camera' && (
              <button type="button" className="secondary" onClick={() => setReading('camera')}>
                Use the camera
              </button>
            )}
          </div>
        )}
        {reading === 'camera' && (
          <Camera
            onRead={(link) => {
              setText(link)
              follow(link)
            }}
            onClose={() => setReading('none')}
          />
        )}
      </form>
    </Screen>
  )
}
