import { join } from 'node:path'
import ts from 'typescript'
import { programOf } from './checkTypes.js'
import { entryPoints } from './entryPoints.js'

/** What an entry point exports, types aside. */
export interface ExportedValue {
  readonly name: string
  readonly isFunction: boolean
  readonly hasComment: boolean
  readonly hasExample: boolean
}

let one: ts.Program | undefined

/** One program for all entry points, for each of them imports most of the library. */
const program = (): ts.Program =>
  (one ??= programOf(Object.values(entryPoints).map((file) => join(process.cwd(), file))))

const valuesIn = (program: ts.Program, file: string): ReadonlyArray<ExportedValue> => {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(join(process.cwd(), file))
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`${file} is no module`)
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .filter((symbol) => symbol.flags & ts.SymbolFlags.Value)
    .map((symbol) => ({
      name: symbol.name,
      isFunction: checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0,
      hasComment: symbol.getDocumentationComment(checker).length > 0,
      hasExample: symbol.getJsDocTags(checker).some(({ name, text }) => name === 'example' && text !== undefined),
    }))
}

/** The values that an entry point exports, and how they are documented. */
export const exportedValues = (file: string): ReadonlyArray<ExportedValue> => valuesIn(program(), file)
