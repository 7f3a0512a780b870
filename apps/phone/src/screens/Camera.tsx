/** The camera, looked at several times a second until it sees a code. Needs the person's permission. */
import { useEffect, useRef, useState } from 'react'

/** In milliseconds. */
const lookEvery = 200

export function Camera({ onRead, onClose }: { onRead: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  // The newest one, without opening the camera again for it.
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  }, [onRead])
  useEffect(() => {
    let isGone = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = async () => {
      const { readFrame } = await import('../relay/readPicture.js')
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const screen = video.current
      if (isGone || !screen) return stop()
      screen.srcObject = stream
      await screen.play()
      const look = async () => {
        const text = await readFrame(screen)
        if (isGone) return
        if (text !== undefined) return read.current(text)
        timer = setTimeout(() => void look(), lookEvery)
      }
      await look()
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    start().catch(() => {
      if (!isGone) setProblem('The camera cannot be used here. Paste the link or a picture instead.')
    })
    return () => {
      isGone = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  return (
    <div className="camera">
      {problem ? (
        <p className="caution" role="alert">
          {problem}
        </p>
      ) : (
        <video ref={video} muted playsInline aria-label="What the camera sees" />
      )}
      <button type="button" className="secondary" onClick={onClose}>
        Close the camera
      </button>
    </div>
  )
}
