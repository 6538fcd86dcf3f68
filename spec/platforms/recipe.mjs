// What docs/guides/frameworks.md says of a platform: the packages to install, and the reader's own files.
import { readFileSync } from 'node:fs'

const guide = new URL('../../docs/guides/frameworks.md', import.meta.url)

const fences = /^```\w+\n([^]*?)^```$/gm
const named = /^\/\/ (\S+\.\w+)\n+([^]*)$/
const maxLines = 25

/** Lines that the reader writes: an editor adds the imports. */
const countLines = (code) => {
  const withoutImports = code.replace(/^import [^]*?from '[^']+'$/gm, '')
  return withoutImports.split('\n').filter((line) => line.trim() !== '').length
}

/**
 * The recipe under a heading: its `files` by their paths, the `packages` that it installs, and its number of `lines`.
 * Throws if there is none, or if it is too long.
 */
export const readRecipe = (heading) => {
  const [, ...sections] = readFileSync(guide, 'utf8').split(/^## /m)
  const section = sections.find((text) => text.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`the guide has no heading "${heading}"`)
  const codes = Array.from(section.matchAll(fences), ([, code]) => code)
  const files = new Map(
    codes.flatMap((code) => Array.from(code.matchAll(new RegExp(named, 'g')), ([, path, text]) => [path, text])),
  )
  const installs = codes.flatMap((code) =>
    Array.from(code.matchAll(/^npm install (.+)$/gm), ([, names]) => names.split(' ')),
  )
  const programs = [...files].filter(([path]) => !path.includes('.json')).map(([, code]) => code)
  const lines = programs.map(countLines).reduce((sum, count) => sum + count, 0)
  if (lines === 0 || lines > maxLines)
    throw new Error(`the recipe has ${lines} lines; at most ${maxLines} are promised`)
  return { files, packages: installs.flat(), lines }
}
