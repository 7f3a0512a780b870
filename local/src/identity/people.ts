/** The people of the stand-in: anybody may be any of them. */
export interface Person {
  readonly id: string
  /** What services with numbers call them. */
  readonly number: number
  readonly name: string
  readonly handle: string
  readonly email: string
}

export const people: readonly Person[] = [
  { id: 'alice', number: 1001, name: 'Alice Local', handle: 'alice', email: 'alice@example.test' },
  { id: 'bob', number: 1002, name: 'Bob Local', handle: 'bob', email: 'bob@example.test' },
  { id: 'carol', number: 1003, name: 'Carol Local', handle: 'carol', email: 'carol@example.test' },
]
