import { readdir, readFile } from 'node:fs/promises'
import ts from 'typescript'

const marker = /^\/\/ #sabotage: ([\w-]+)$/

/** The markers among the comments that stand before a node. */
const namesBefore = (node, text) =>
  (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).flatMap(
    ({ pos, end }) => marker.exec(text.slice(pos, end))?.slice(1) ?? [],
  )

/** What each marker of a source stands before: the widest piece of code that begins there. */
export const markedIn = (file, text) => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const marked = new Map()
  const visit = (node) => {
    for (const name of namesBefore(node, text)) if (!marked.has(name)) marked.set(name, node)
    node.forEachChild(visit)
  }
  source.forEachChild(visit)
  return marked
}

/** The file of each marker in `lib/`; throws for a name that two have. */
export const filesOfMarkers = async (root) => {
  const files = new Map()
  for (const name of await readdir(`${root}lib`, { recursive: true })) {
    if (!name.endsWith('.ts')) continue
    const file = `lib/${name.replaceAll('\\', '/')}`
    const text = await readFile(`${root}${file}`, 'utf8')
    for (const [, found] of text.matchAll(/#sabotage: ([\w-]+)/g)) {
      if (files.has(found)) throw new Error(`the marker "${found}" stands in ${files.get(found)} and in ${file}`)
      files.set(found, file)
    }
  }
  return files
}

/**
 * A source with the edits of some of its markers, made from the last place to the first so that one within another is
 * made before it; throws where a marker stands before no code, or its edit changes nothing.
 */
export const edited = (file, text, edits) =>
  Object.keys(edits)
    .map((name) => ({ name, at: text.indexOf(`#sabotage: ${name}\n`) }))
    .sort((one, other) => other.at - one.at)
    .reduce((source, { name }) => {
      const node = markedIn(file, source).get(name)
      if (node === undefined) throw new Error(`${file}: no code follows the marker "${name}"`)
      const before = node.getText()
      const after = edits[name](node)
      if (after === before) throw new Error(`${file}: the edit of "${name}" finds nothing to change in:\n${before}`)
      return source.slice(0, node.getStart()) + after + source.slice(node.getEnd())
    }, text)
