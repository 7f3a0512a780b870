/** The page of accessibility answers every criterion that it claims: each of WCAG 2.2, levels A and AA, has one row. */

/** 4.1.1 was taken out of the standard. */
const criteria = [
  '1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5',
  '1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13',
  '2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11',
  '2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8',
  '3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8',
  '4.1.2 4.1.3',
].flatMap((line) => line.split(' '))

const row = /^\| (?<criteria>\d\.[^|]+)\| (?<stands>[^|]*)\|/gm

/** @param {string} file @param {string} markdown @returns {string[]} */
export function criteriaBreaches(file, markdown) {
  const rows = [...markdown.matchAll(row)].map(({ groups }) => ({
    of: (groups?.['criteria'] ?? '').split(/[ ,]+/).filter((word) => /^\d\.\d\.\d+$/.test(word)),
    stands: groups?.['stands']?.trim() ?? '',
  }))
  const silent = rows.filter(({ stands }) => stands === '').flatMap(({ of }) => of)
  const missing = criteria.filter((one) => rows.filter(({ of }) => of.includes(one)).length !== 1)
  return [
    ...missing.map((one) => `${file}: ${one} does not have one row`),
    ...silent.map((one) => `${file}: ${one} does not say how it stands`),
  ]
}
