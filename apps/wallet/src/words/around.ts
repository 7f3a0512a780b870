/** A sentence with elements in it: `around('Your wallet at {host}', { host: element })`, wherever its language puts them. */

export function around<Piece>(
  text: string,
  nodes: Readonly<Record<string, Piece>>,
): readonly (string | Piece)[] {
  return text.split(/\{(\w+)\}/).flatMap((piece, at) => {
    // Every second piece is the name of a slot.
    const found = at % 2 === 1 && Object.hasOwn(nodes, piece) ? nodes[piece] : piece
    return found === '' || found === undefined ? [] : [found]
  })
}
