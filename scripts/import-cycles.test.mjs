import { expect, test } from 'vitest'
import { importCycles } from './import-cycles.mjs'
import { makeHouse } from './testing.mjs'

test('files that import each other are named in order, and later imports do not count', () => {
  const folder = makeHouse({
    'dist/a.js': `import { b } from "./deep/b.js";\nexport { b };\n`,
    'dist/deep/b.js': `import {\n  c,\n} from '../c.js'\nexport const b = c\n`,
    'dist/c.js': `export { b as c } from './deep/b.js'\n`,
    'dist/d.js': `import './c.js'\nexport const later = () => import('./e.js')\n`,
    'dist/e.js': `import { later } from './d.js'\nimport react from 'react'\n`,
  })
  const files = ['dist/a.js', 'dist/deep/b.js', 'dist/c.js', 'dist/d.js', 'dist/e.js']
  expect(importCycles(folder, files)).toEqual([['dist/deep/b.js', 'dist/c.js', 'dist/deep/b.js']])
})
