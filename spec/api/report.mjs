// node spec/api/report.mjs [--check]: writes the declarations of all public names into docs/maintainers/api, a file for each
// entry point, so that a review sees what a change means for users. It reads dist/types, which npm run api builds first.
// With --check it writes nothing, and fails if a file is not what it would write.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { entryPoints } from '../../.config/entryPoints.js'
import { formatted } from '../check/formatted.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const types = join(root, 'dist/types')
const folder = join(root, 'docs/maintainers/api')

const sourceOf = ({ file }) => join(types, `${file}.d.ts`)
const program = ts.createProgram(entryPoints.map(sourceOf), {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
})
const checker = program.getTypeChecker()
const printer = ts.createPrinter({ removeComments: true })

/** What a name stands for, where it is declared. */
const declared = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)

/** Declarations at the top of our own files, and not those of type parameters, members or other packages. */
const statementsOf = (symbol) =>
  (symbol.declarations ?? [])
    .map((node) => (ts.isVariableDeclaration(node) ? node.parent.parent : node))
    .filter(({ parent }) => parent !== undefined && ts.isSourceFile(parent) && parent.fileName.startsWith(types))

const print = (symbol) =>
  statementsOf(symbol)
    .map((node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()))
    .join('\n')

/** What the declarations of a symbol name. */
const namedBy = (symbol) => {
  const found = new Set()
  const visit = (node) => {
    const named = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
    if (named !== undefined) found.add(declared(named))
    ts.forEachChild(node, visit)
  }
  statementsOf(symbol).forEach(visit)
  return found
}

const byName = (one, other) => (one.name < other.name ? -1 : 1)

const exportsOf = (entry) =>
  checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(sourceOf(entry))))
    .map((symbol) => ({ name: symbol.name, symbol: declared(symbol) }))
    .sort(byName)

const publicNames = entryPoints.flatMap((entry) => exportsOf(entry).map((one) => ({ ...one, entry: entry.name })))
const publicSymbols = new Set(publicNames.map(({ symbol }) => symbol))

/** The first entry point that exports a symbol has its declaration; the others refer to it. */
const homeOf = new Map(publicNames.toReversed().map(({ symbol, entry }) => [symbol, entry]))

const printed = new Set()

/** What public names of an entry point need and no entry point exports, if none before has it. */
const hiddenBelow = (symbols) => {
  const hidden = []
  const visit = (symbol) => {
    for (const named of namedBy(symbol)) {
      if (publicSymbols.has(named) || printed.has(named) || statementsOf(named).length === 0) continue
      printed.add(named)
      hidden.push(named)
      visit(named)
    }
  }
  symbols.forEach(visit)
  return hidden.sort(byName)
}

const reportOf = (entry) => {
  const names = exportsOf(entry)
  const own = names.filter(({ symbol }) => homeOf.get(symbol) === entry.name)
  const others = names.filter(({ symbol }) => homeOf.get(symbol) !== entry.name)
  const renamed = own.filter(({ name, symbol }) => name !== symbol.name)
  const hidden = hiddenBelow(own.map(({ symbol }) => symbol))
  return [
    ...own.map(({ symbol }) => print(symbol)),
    ...renamed.map(({ name, symbol }) => `export { ${symbol.name} as ${name} }`),
    ...others.map(({ name, symbol }) => `export { ${name} } from '${homeOf.get(symbol)}'`),
    ...(hidden.length === 0 ? [] : ['// What they need, and no entry point exports.', ...hidden.map(print)]),
  ].join('\n\n')
}

const reports = new Map()
for (const entry of entryPoints) {
  const report = reportOf(entry)
  if (report !== '') reports.set(`${entry.file}.txt`, await formatted('report.ts', `// ${entry.name}\n\n${report}\n`))
}

if (process.argv.includes('--check')) {
  const read = (file) => (kept.has(file) ? readFileSync(join(folder, file), 'utf8') : '')
  const kept = new Set(readdirSync(folder))
  const wrong = [...new Set([...kept, ...reports.keys()])].filter((file) => read(file) !== reports.get(file))
  for (const file of wrong) console.error(`docs/maintainers/api/${file} is not current: npm run api`)
  process.exitCode = wrong.length === 0 ? 0 : 1
} else {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, report] of reports) writeFileSync(join(folder, file), report)
}
