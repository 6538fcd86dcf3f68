import { readFileSync } from 'node:fs'

interface Config {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, ReadonlyArray<string>>> }
}

const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as Config

/** The source of each name that the package or its sources import by `paths`, relative to the repository. */
export const aliases: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [path = '']]) => [name, path.replace('./', '')]),
)

/** The source of each entry point that programs import, by its name. A preload script is not imported. */
export const entryPoints: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(aliases).filter(([name]) => name.startsWith('rxbank') && name !== 'rxbank/electron/preload'),
)
