import { join } from 'node:path'
import ts from 'typescript'
import { tsconfig } from './checkTypes.js'

/** What an editor shows of one member. */
export interface Hover {
  /** The type that has the member, and the member, such as `import('rxbank').Client.users`. */
  readonly place: string
  readonly name: string
  /** What it is, and its type. */
  readonly signature: string
  readonly documentation: string
}

const folder = process.cwd()
const file = join(folder, 'consumer.ts')

/** The language service of editors, over one program whose text can be set. */
const createService = () => {
  const options: ts.CompilerOptions = { ...tsconfig(), types: ['node'] }
  delete options.incremental
  delete options.tsBuildInfoFile
  let text = ''
  let version = 0
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: (path) => (path === file ? String(version) : '1'),
    getScriptSnapshot: (path) => {
      const content = path === file ? text : ts.sys.readFile(path)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: (path) => ts.sys.readFile(path),
    directoryExists: (path) => ts.sys.directoryExists(path),
    useCaseSensitiveFileNames: () => true,
  })
  const set = (content: string) => {
    text = content
    version++
    const program = service.getProgram()
    const source = program?.getSourceFile(file)
    if (program === undefined || source === undefined) throw new Error('there is no program')
    return {
      checker: program.getTypeChecker(),
      source,
      problems: program
        .getSemanticDiagnostics(source)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    }
  }
  const shownAt = (place: number) => {
    const info = service.getQuickInfoAtPosition(file, place)
    return {
      signature: ts.displayPartsToString(info?.displayParts),
      documentation: ts.displayPartsToString(info?.documentation).replace(/\s+/g, ' '),
    }
  }
  return { set, shownAt }
}

let one: ReturnType<typeof createService> | undefined
const service = () => (one ??= createService())

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected

const isOurs = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((declaration) => declaration.getSourceFile().fileName.startsWith(join(folder, 'lib/')))

/** Whether a program may use a member, and it is declared in lib/. */
const isMember = (symbol: ts.Symbol): boolean =>
  isOurs(symbol) &&
  !symbol.name.startsWith('__') &&
  !symbol.getJsDocTags().some(({ name }) => name === 'internal') &&
  !symbol.declarations?.some((declaration) => (ts.getCombinedModifierFlags(declaration) & hidden) !== 0)

/** A type, and the expression by which a program names it. */
interface Named {
  readonly expression: string
  readonly type: ts.Type
}

const isObject = ({ flags }: ts.Type): boolean => (flags & ts.TypeFlags.Object) !== 0

/** The name of an interface of lib/. */
const nameOf = (type: ts.Type): string | undefined => {
  const symbol = type.getSymbol()
  const path = symbol?.declarations?.[0]?.getSourceFile().fileName ?? ''
  if (symbol === undefined || !isObject(type) || symbol.name.startsWith('__')) return undefined
  return path.startsWith(join(folder, 'lib/')) ? `import('${path.replace(/ts$/, 'js')}').${symbol.name}` : undefined
}

/** The objects in the values of a member, and in the lists among these. */
const within = (checker: ts.TypeChecker, { expression }: Named, member: ts.Symbol): ReadonlyArray<Named> => {
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(member))
  const parts = type.isUnion() ? type.types.filter(isObject) : [type]
  return parts.flatMap((part) => {
    const element = checker.isArrayType(part) ? checker.getIndexTypeOfType(part, ts.IndexKind.Number) : undefined
    const inside = element ?? part
    const own = `NonNullable<${expression}['${member.name}']>${element === undefined ? '' : '[number]'}`
    // Of the parts of a union, such as any JSON, a program names one by its own name alone.
    const name = parts.length > 1 ? nameOf(inside) : own
    return name === undefined || !isObject(inside) ? [] : [{ expression: name, type: inside }]
  })
}

const declared = (expressions: ReadonlyArray<string>): string =>
  expressions.map((expression, index) => `declare const v${String(index)}: ${expression}\n`).join('')

/**
 * What an editor shows where a program uses the members of types, and of the types in them, as far as they come from
 * lib/. The type checker lists the members.
 */
export const hoversOf = (roots: ReadonlyArray<string>): ReadonlyArray<Hover> => {
  const { set, shownAt } = service()
  const { checker, source, problems } = set(declared(roots))
  if (problems[0] !== undefined) throw new Error(problems[0])
  const seen = new Set<ts.Type>()
  const found: Array<{ readonly expression: string; readonly name: string }> = []
  const visit = (named: Named): void => {
    if (seen.has(named.type)) return
    seen.add(named.type)
    for (const member of named.type.getProperties().filter(isMember)) {
      found.push({ expression: named.expression, name: member.name })
      within(checker, named, member).forEach(visit)
    }
  }
  for (const statement of source.statements) {
    const node = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0]?.type : undefined
    if (node) visit({ expression: node.getText(), type: checker.getTypeFromTypeNode(node) })
  }

  const expressions = Array.from(new Set(found.map(({ expression }) => expression)))
  let text = declared(expressions)
  const places = found.map(({ expression, name }) => {
    text += `void v${String(expressions.indexOf(expression))}.`
    const place = text.length
    text += `${name}\n`
    return place
  })
  const { problems: wrong } = set(text)
  if (wrong[0] !== undefined) throw new Error(wrong[0])
  return found.map(({ expression, name }, index) => ({
    place: `${expression}.${name}`,
    name,
    ...shownAt(places[index] ?? 0),
  }))
}

/** What an editor shows at the mark `|` of a program, and what the compiler says of the program. */
export const hoverIn = (program: string) => {
  const { set, shownAt } = service()
  const { problems } = set(program.replace('|', ''))
  return { ...shownAt(program.indexOf('|')), problems }
}
