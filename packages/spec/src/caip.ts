/** CAIP-2 network ids, CAIP-10 account ids and CAIP-19 asset ids: parsed and compared whole (S1-05, S5-04, D-15). */
export * from './longIds.js'
export * from './networkIds.js'
