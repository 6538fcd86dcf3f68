import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { programOf } from '../../docs/checkTypes.js'

const folders = ['lib/service/model', 'lib/service/model/bridge']
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
)

/** The codec of `t.TypeOf<typeof codec>`. */
const codecOf = (base: ts.ExpressionWithTypeArguments): string | undefined => {
  const [of] = base.typeArguments ?? []
  return base.expression.getText() === 't.TypeOf' && of && ts.isTypeQueryNode(of) ? of.exprName.getText() : undefined
}

/** What an interface says of a value and the codec does not, or the other way round. */
const differences = (checker: ts.TypeChecker, declared: ts.InterfaceDeclaration): ReadonlyArray<string> => {
  const bases = declared.heritageClauses?.flatMap(({ types }) => types) ?? []
  const inferred = bases.filter((base) => codecOf(base) !== undefined).map((base) => checker.getTypeAtLocation(base))
  const others = bases.filter((base) => codecOf(base) === undefined).map((base) => checker.getTypeAtLocation(base))
  const own = declared.members.flatMap((member) => checker.getSymbolAtLocation(member.name ?? member) ?? [])
  const said = new Map(
    [...others.flatMap((type) => type.getProperties()), ...own].map((symbol) => [symbol.name, symbol]),
  )
  const decoded = new Map(inferred.flatMap((type) => type.getProperties()).map((symbol) => [symbol.name, symbol]))
  return Array.from(new Set([...said.keys(), ...decoded.keys()])).filter((name) => {
    const [a, b] = [said.get(name), decoded.get(name)]
    if (a === undefined || b === undefined) return true
    const [left, right] = [checker.getTypeOfSymbol(a), checker.getTypeOfSymbol(b)]
    const isSame = checker.isTypeAssignableTo(left, right) && checker.isTypeAssignableTo(right, left)
    return !isSame || (a.flags & ts.SymbolFlags.Optional) !== (b.flags & ts.SymbolFlags.Optional)
  })
}

/** The interfaces of a program that are declared beside their codecs, and where each differs from its codec. */
const parted = (paths: ReadonlyArray<string>, texts?: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const program = programOf(paths, texts)
  const checker = program.getTypeChecker()
  const found = new Map<string, string>()
  for (const path of paths) {
    program.getSourceFile(path)?.forEachChild((node) => {
      // Without fields of its own it is what the codec decodes to.
      if (!ts.isInterfaceDeclaration(node) || node.members.length === 0) return
      const bases = node.heritageClauses?.flatMap(({ types }) => types) ?? []
      if (bases.some((base) => codecOf(base) !== undefined))
        found.set(`${path} ${node.name.text}`, differences(checker, node).join(', '))
    })
  }
  return found
}

describe('the interface of a resource', () => {
  it('has the fields of its codec, with the same types, and no other', () => {
    const all = parted(files)
    expect(all.size).toBeGreaterThan(35)
    expect(Array.from(all).filter(([, names]) => names !== '')).toEqual([])
  }, 120_000)

  it('is told apart from its codec by a field more or less, by a type, and by what may be missing', () => {
    const path = resolve('lib/service/model/Probe.ts')
    const text = [
      "import * as t from 'io-ts'",
      "import { id } from '../../base/codec/id.js'",
      "import { record } from '../../base/codec/record.js'",
      "const probe = record('probe', { id, left: t.number }, { less: t.string, wide: t.string })",
      'export interface Probe extends t.TypeOf<typeof probe> {',
      '  readonly id: number',
      '  readonly left: 1',
      '  readonly more?: string',
      '  readonly wide: string',
      '}',
    ].join('\n')
    expect(parted([path], new Map([[path, text]])).get(`${path} Probe`)).toBe('left, more, wide, less')
  }, 120_000)
})
