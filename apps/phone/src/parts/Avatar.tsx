/** A picture made of the text itself: an account by its address, an app by its claim. Nothing is ever loaded. */

/** Spreads any text over the colour circle; nearby texts land far apart. */
function hueOf(text: string): number {
  let hash = 7
  for (const character of text.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360_000
  return hash % 360
}

export function AccountAvatar({ address, size = 44 }: { address: string; size?: number }) {
  const hue = hueOf(address)
  return (
    <svg className="avatar" width={size} height={size} viewBox="0 0 44 44" aria-hidden="true">
      <circle cx="22" cy="22" r="22" fill={`hsl(${hue} 72% 58%)`} />
      <path d="M44 22a22 22 0 0 1-44 0c8 7 15 3 22 0s14-7 22 0Z" fill={`hsl(${(hue + 55) % 360} 76% 50%)`} />
      <circle cx="30" cy="13" r="5" fill={`hsl(${(hue + 150) % 360} 82% 78%)`} />
    </svg>
  )
}

export function AppAvatar({ name, host, size = 44 }: { name: string; host: string; size?: number }) {
  const [letter = '?'] = name.toUpperCase().match(/[\p{L}\p{N}]/u) ?? []
  const hue = hueOf(host || name)
  return (
    <svg className="avatar" width={size} height={size} viewBox="0 0 44 44" aria-hidden="true">
      <rect width="44" height="44" rx="12" fill={`hsl(${hue} 46% 36%)`} />
      <text x="22" y="29.5" textAnchor="middle" fontSize="21" fontWeight="650" fill="#fff">
        {letter}
      </text>
    </svg>
  )
}
