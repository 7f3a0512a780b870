/** One of our icons. Decorative: the control around it carries the name. */
import { type IconName, icons } from './icons.js'
import styles from './parts.sheet.css'

const pointing: readonly IconName[] = ['back', 'chevron']

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={pointing.includes(name) ? styles.pointing : undefined}
      aria-hidden="true"
    >
      {icons[name].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  )
}
