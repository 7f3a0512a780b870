/** A page that uses one entry of a table must not pay for the table. */
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

/** The code that a page importing `names` from a module of this package would load. */
async function bundle(module: 'endpoints' | 'frame' | 'relay', names: string): Promise<string> {
  const page = '\0page'
  const build = await rolldown({
    input: page,
    resolve: { conditionNames: ['@latchkey/source', 'import'] },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === page ? id : undefined),
        load: (id) =>
          id === page
            ? `import { ${names} } from '@latchkey/spec/${module}'\nconsole.log(${names})`
            : undefined,
      },
    ],
  })
  const { output } = await build.generate({ minify: true })
  await build.close()
  return output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('')
}

test('one endpoint comes without the others, and the address builder without any', async () => {
  const one = await bundle('endpoints', 'endpointUrl, supportedChains')
  expect(one).toContain('/v1/supported-chains')
  for (const other of ['/v1/convert', '/getWallets', '/v1/profile', '/v1/onramp', '/auth/v1', '/verify']) {
    expect(one).not.toContain(other)
  }
  const builder = await bundle('endpoints', 'endpointUrl')
  expect(builder).not.toContain('/v1/')
  expect(builder.length).toBeLessThan(1000)
  // The table itself does bring them all, which is what the test above would miss if it looked for the wrong words.
  expect(await bundle('endpoints', 'endpoints')).toContain('/v1/convert')
})

test('a pairing link is read without the method table, a frame name without the schemas', async () => {
  const link = await bundle('relay', 'parsePairingUri')
  expect(link).not.toContain('irn_publish')
  expect(link.length).toBeLessThan(2000)
  const type = await bundle('frame', 'appType')
  expect(type).not.toContain('CONNECT_EMAIL')
  expect(type.length).toBeLessThan(1000)
})
