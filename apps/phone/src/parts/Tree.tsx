/** Names and values, one inside the other. */
import type { Branch } from '../words/typedDataTree.js'

export function Tree({ branches }: { branches: readonly Branch[] }) {
  return (
    <ul className="tree">
      {branches.map(({ name, type, value, branches: inner }) => (
        <li key={name}>
          <span className="tree-name" title={type}>
            {name}
          </span>
          {inner ? <Tree branches={inner} /> : <span className="tree-value">{value}</span>}
        </li>
      ))}
    </ul>
  )
}
