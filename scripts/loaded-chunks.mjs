/**
 * @template {Pick<import('rolldown').OutputChunk, 'fileName' | 'imports'>} Chunk
 * @param {readonly Chunk[]} all of a bundle
 * @param {Iterable<Chunk>} beginning
 * @returns {Set<Chunk>} these, and everything that they import statically
 */
export function loadedChunks(all, beginning) {
  const byFile = new Map(all.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set(beginning)
  for (const { imports } of loaded)
    for (const needed of imports.flatMap((file) => byFile.get(file) ?? [])) loaded.add(needed)
  return loaded
}
