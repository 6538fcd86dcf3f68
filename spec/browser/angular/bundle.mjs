import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'
import { librarySize } from './build.mjs'

/** What the library may add to an app of this kind, after gzip: provideRxBank, the transport, and the client of a gateway. */
const kilobytes = 41.8

/** Checks what the CLI built. */
export const checkBundle = async (project, { output, library, texts }, secrets) => {
  await check('the CLI builds the app without a warning, of CommonJS or else', () => {
    assert.match(output, /bundle generation complete/)
    assert.doesNotMatch(output, /warning|commonjs/i)
  })

  await check('the bundle has the core once, and nothing that only servers and developers have', () => {
    const files = library.map(([file]) => file)
    assert.ok(files.includes('dist/browser/client/createGatewayClient.js'))
    assert.ok(files.includes('dist/browser/adapters/angular/provideRxBank.js'))
    assert.deepEqual(files, [...new Set(files)])
    assert.deepEqual(
      files.filter((file) => !file.startsWith('dist/browser/') || /\/(testing|server|electron|devtools)\//.test(file)),
      [],
    )
    assert.deepEqual(
      files.filter((file) =>
        /\/(createClient|browserUsers|sessions|TokenCache|authorize|budget|authenticate)\.js$/.test(file),
      ),
      [],
    )
  })

  await check(`the library adds at most ${kilobytes} kB`, async () => {
    const bytes = library.reduce((sum, [, size]) => sum + size, 0)
    const zipped = await librarySize(project)
    console.log(`rxbank in the app: ${(bytes / 1000).toFixed(2)} kB minified, ${(zipped / 1000).toFixed(2)} kB gzip`)
    assert.ok(zipped <= kilobytes * 1000)
  })

  await check('the bundle holds no secret', () => {
    for (const secret of secrets) for (const text of texts) assert.ok(!text.includes(secret))
  })
}
