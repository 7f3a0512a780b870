/** The rules of section 5 as pure predicates; amounts live beside in amounts.ts and are exported from here. */
export * from './amounts.js'
