/** JSON with whole numbers of any size, as nodes of Solana write their 64 bits; `JSON.stringify` refuses them. */
export function stringify(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map((item) => stringify(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${stringify(member)}`)
  return `{${members.join(',')}}`
}
