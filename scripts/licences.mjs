/** Which licences we depend upon (D-43), the few exceptions with their reasons, and the versions behind the wall. */

/** D-43: may be depended upon and shipped. MPL-2.0 unmodified. */
export const permissive = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'ISC',
  'CC0-1.0',
  'OFL-1.1',
  'MPL-2.0',
])

/**
 * Other licences, by package: only for development, never shipped or bundled, each with its reason.
 *
 * @type {Readonly<Record<string, { licence: string, reason: string }>>}
 */
export const developmentOnly = {
  'lru-cache': {
    licence: 'BlueOak-1.0.0',
    reason: 'as permissive as MIT; a part of the tool that checks the shape of our packages',
  },
  'caniuse-lite': {
    licence: 'CC-BY-4.0',
    reason:
      'a table of browsers that comes with Next.js, which builds one example; data, and nothing of it ships',
  },
  '@uniswap/lib': {
    licence: 'GPL-3.0-or-later',
    reason: 'comes with the ERC-4337 contracts, whose samples use it; nothing of it is compiled or run',
  },
  '@uniswap/v2-core': {
    licence: 'GPL-3.0-or-later',
    reason: 'comes with the ERC-4337 contracts, whose samples use it; nothing of it is compiled or run',
  },
  '@uniswap/v3-core': {
    licence: 'BUSL-1.1',
    reason: 'comes with the ERC-4337 contracts, whose samples use it; nothing of it is compiled or run',
  },
  '@uniswap/v3-periphery': {
    licence: 'GPL-2.0-or-later',
    reason: 'comes with the ERC-4337 contracts, whose samples use it; nothing of it is compiled or run',
  },
}

/**
 * The licence wall: the last version under an open licence. Later ones are not installed, not even to look at.
 *
 * @type {readonly { names: RegExp, last: string }[]}
 */
export const wall = [
  { names: /^@reown\/walletkit$/, last: '1.2.10' },
  { names: /^@reown\/(?!walletkit$)/, last: '1.8.0' },
  {
    names: /^@walletconnect\/(core|sign-client|universal-provider|ethereum-provider|types|utils)$/,
    last: '2.21.8',
  },
]

/**
 * Whether an SPDX expression leaves a choice that we may depend upon.
 *
 * @param {string} expression
 */
export function isPermissive(expression) {
  const words = expression.match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  /** @returns {boolean} */
  const either = () => {
    let result = both()
    while (words[at]?.toUpperCase() === 'OR') {
      at += 1
      const right = both()
      result = result || right
    }
    return result
  }
  const both = () => {
    let result = one()
    while (words[at]?.toUpperCase() === 'AND') {
      at += 1
      const right = one()
      result = result && right
    }
    return result
  }
  const one = () => {
    const word = words[at]
    at += 1
    if (word !== '(') return word !== undefined && permissive.has(word)
    const result = either()
    at += 1
    return result
  }
  const result = either()
  // Words left over mean that it was no expression ("SEE LICENSE IN …"): nothing is assumed about it.
  return result && at === words.length
}

/**
 * @param {string} version
 * @param {string} last
 */
export function isAfter(version, last) {
  const [a, b] = [version, last].map((one) => one.split(/[-+]/)[0]?.split('.').map(Number) ?? [])
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
