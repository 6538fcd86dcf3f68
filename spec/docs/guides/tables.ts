import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** The cells of the rows of a Markdown table, found by the text of its first head. */
export const tableRows = (file: string, head: string): ReadonlyArray<ReadonlyArray<string>> => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const first = lines.findIndex((line) => line.startsWith(`| ${head} `))
  if (first < 0) throw new Error(`${file} has no table that begins with ${head}`)
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'))
  return lines.slice(first + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** A cell's text without the marks of code. */
export const plain = (cell = ''): string => cell.replace(/`/g, '')

const declarationOf = (file: string, name: string): ts.InterfaceDeclaration | ts.TypeAliasDeclaration => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true)
  const found = source.statements
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    .find((node) => node.name.text === name)
  if (found === undefined) throw new Error(`${file} declares no type ${name}`)
  return found
}

const named = (member: ts.TypeElement): string =>
  `${member.name?.getText() ?? ''}${member.questionToken === undefined ? '' : '?'}`

/** The names of an interface's members, `?` behind those that may be left out. */
export const memberNames = (file: string, name: string): ReadonlyArray<string> => {
  const found = declarationOf(file, name)
  if (!ts.isInterfaceDeclaration(found)) throw new Error(`${name} is no interface`)
  return found.members.map(named)
}

/** Of each member of a union on a tag: the tag, and the names of its other members. */
export const unionMembers = (file: string, name: string): ReadonlyArray<ReadonlyArray<string>> => {
  const found = declarationOf(file, name)
  if (!ts.isTypeAliasDeclaration(found) || !ts.isUnionTypeNode(found.type)) throw new Error(`${name} is no union`)
  return found.type.types.filter(ts.isTypeLiteralNode).map(({ members: [tag, ...members] }) => {
    const [, text = ''] = /'(.+)'/.exec(tag?.getText() ?? '') ?? []
    return [text, ...members.map(named)]
  })
}

const bullet = /^ \* - `([\w-]+)`: ([^]*?)\.?(?=\n \* -|\n \*\n|\n \*\/)/gm

/** The list in a type's doc comment: each name with what is said of it, without the full stop. */
export const commentList = (file: string, name: string): ReadonlyArray<readonly [string, string]> => {
  const [comment] = ts.getJSDocCommentsAndTags(declarationOf(file, name))
  return Array.from((comment?.getText() ?? '').matchAll(bullet), ([, key = '', text = '']) => [
    key,
    text.replace(/\n \* +/g, ' '),
  ])
}
