/** The file of an adapter's author that a snippet imports: the world of its tests. */
export declare const createWorld: Parameters<
  typeof import('@latchkey/adapters/conformance').conformanceCases
>[0]
