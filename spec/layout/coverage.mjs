import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'

export const mapFile = 'spec/layout/coverage.json'

/** The spec of each file of `lib/` that has none of its name. */
export const map = JSON.parse(readFileSync(mapFile, 'utf8'))

const sources = ['lib', 'spec'].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts')),
)

/** The specs of a file's name in the mirrored place, also with words behind it, such as `changes-dates-spec.ts`. */
export const ownSpecs = (file) => {
  const base = file.replace(/^lib\//, 'spec/').replace(/\.ts$/, '-')
  return sources.filter((spec) => spec.startsWith(base) && spec.endsWith('-spec.ts')).sort()
}

/** Whether a file imports another by its path. */
const imports = (file, imported) => {
  const path = relative(dirname(file), imported).replaceAll('\\', '/').replace(/ts$/, 'js')
  return readFileSync(file, 'utf8').includes(`'${path.startsWith('.') ? path : `./${path}`}'`)
}

/** The files that import a file. */
export const importersOf = (file) => sources.filter((source) => imports(source, file))

/** The specs to run for a file: its own, or that which the map names; else those that import it. */
export const specsOf = (file) => {
  if (file.endsWith('-spec.ts')) return [file]
  const own = [...ownSpecs(file), ...(map[file] === undefined ? [] : [map[file]])]
  return own.length > 0 ? own : importersOf(file).filter((source) => source.endsWith('-spec.ts'))
}
