/** Who asks: the app's own claim, marked as one. */
import type { Face } from '../words/face.js'
import { AppAvatar } from './Avatar.js'

/** `isSmall` beside what matters more than who asks. */
export function AppFace({ app, isSmall = false }: { app: Face; isSmall?: boolean }) {
  return (
    <div className="face" data-small={isSmall || undefined}>
      <AppAvatar name={app.name} host={app.host} size={isSmall ? 40 : 56} />
      <p className="face-name" dir="auto">
        {app.name}
      </p>
      <p className="face-host">{app.host || 'gives no address'}</p>
      <p className="claim">The app says this about itself. Nobody has checked it.</p>
      {app.notes.map((note) => (
        <p key={note} className="caution">
          {note}
        </p>
      ))}
    </div>
  )
}
