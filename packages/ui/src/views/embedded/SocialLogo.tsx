/** The mark of a sign-in service. Decorative: the button around it carries the name. */
import type { SocialProvider } from '@latchkey/spec/options'
import { googleLogo, socialLogos } from '../../data/socialLogos.js'
import styles from './embedded.sheet.css'

interface SocialLogoProps {
  readonly provider: SocialProvider
  /** Edge in CSS pixels. */
  readonly size?: number
}

export function SocialLogo({ provider, size = 20 }: SocialLogoProps) {
  return (
    <svg
      className={styles.logo}
      data-provider={provider}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill={provider === 'google' ? 'none' : 'currentColor'}
      strokeWidth={4.6}
      aria-hidden="true"
    >
      {provider === 'google' ? (
        googleLogo.map(({ color, path }) => <path key={color} d={path} stroke={color} />)
      ) : (
        <path d={socialLogos[provider]} />
      )}
    </svg>
  )
}
