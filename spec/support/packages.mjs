import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Where {@link bundlePackages} writes a file for each name of a package that specs import. */
export const packagesFolder = `${root}node_modules/.cache/rxbank/packages`

const names = [
  ...['rxjs', 'rxjs/testing', 'io-ts'],
  ...readdirSync(`${root}node_modules/fp-ts/lib`).flatMap(
    (file) => /^\w+(?=\.js$)/.exec(file)?.map((name) => `fp-ts/lib/${name}`) ?? [],
  ),
]

/**
 * Bundles packages of many small files, which most specs need, into one file. Without it jest loads 300 files more for each
 * of 600 spec files.
 */
export const bundlePackages = async () => {
  await build({
    absWorkingDir: root,
    stdin: {
      contents: names
        .map((name) => `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(name)})`)
        .join('\n'),
      resolveDir: root,
    },
    outfile: `${packagesFolder}/bundle.cjs`,
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  })
  for (const name of names) {
    const file = `${packagesFolder}/${name}.cjs`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      `module.exports = require(${JSON.stringify(`${packagesFolder}/bundle.cjs`)})[${JSON.stringify(name)}]()\n`,
    )
  }
}
