import assert from 'node:assert/strict'
import { check } from '../../package/check.cjs'

/** What the whole page may take after gzip, in kB: half of it is React. */
const limits = { script: 141, style: 2.5 }

const isForServers = (file) => !file.startsWith('dist/browser/') || /\/(testing|server|electron|devtools)\//.test(file)

const hasCredentials = (file) =>
  /\/(createClient|browserUsers|sessions|TokenCache|authorize|authenticate)\.js$/.test(file)

/** Checks what Vite built. */
export const checkBundle = async ({ output, texts, library, sizes }, secrets) => {
  await check('Vite builds the page without a warning, and the types are right', () => {
    assert.match(output, /built in/)
    assert.doesNotMatch(output, /warning|\(!\)/i)
  })

  await check('the bundle has the client of a gateway, and nothing that only servers and developers have', () => {
    assert.ok(library.includes('dist/browser/client/createGatewayClient.js'))
    assert.deepEqual(
      library.filter((file) => isForServers(file) || hasCredentials(file)),
      [],
    )
  })

  await check(`the page takes at most ${limits.script} kB of scripts, and ${limits.style} kB of styles`, () => {
    console.log(`gzip: ${(sizes.script / 1000).toFixed(1)} kB of scripts, ${(sizes.style / 1000).toFixed(1)} of styles`)
    assert.ok(sizes.script <= limits.script * 1000)
    assert.ok(sizes.style <= limits.style * 1000)
  })

  await check('the bundle holds no secret', () => {
    for (const secret of secrets) for (const text of texts) assert.ok(!text.includes(secret))
  })
}
