import ts from 'typescript'

/** The condition that a sabotage is the one that is on. */
const isOn = (name) => `globalThis.sabotage === ${JSON.stringify(name)}`

const block = (code) => `{\n${code}\n}`

/** One of several expressions. */
const chosen = (was, variants) =>
  variants.reduceRight((others, { name, code }) => `(${isOn(name)} ? (${code}) : ${others})`, `(${was})`)

const parsed = (code) => ts.createSourceFile('edited.ts', code, ts.ScriptTarget.Latest, true).statements

const initializerOf = (statement) => statement.declarationList.declarations[0].initializer

/** A declaration has one of several values; what a variant puts behind it comes behind it. */
const declaration = (node, variants) => {
  const was = initializerOf(node)
  const values = variants.map(({ name, code }) => ({ name, code: initializerOf(parsed(code)[0]).getText() }))
  const behind = variants.flatMap(({ name, code }) =>
    parsed(code).length > 1 ? `if (${isOn(name)}) ${block(code.slice(parsed(code)[0].getEnd()))}` : [],
  )
  const before = node.getText().slice(0, was.getStart() - node.getStart())
  return [`${before}${chosen(was.getText(), values)};`, ...behind].join('\n')
}

const property = (node, variants) => {
  const valueOf = (code) => parsed(`({${code}})`)[0].expression.expression.properties[0].initializer.getText()
  const values = variants.map(({ name, code }) => ({ name, code: valueOf(code) }))
  return `${node.name.getText()}: ${chosen(node.initializer.getText(), values)}`
}

const statement = (node, variants) =>
  [...variants.map(({ name, code }) => `if (${isOn(name)}) ${block(code)}`), block(node.getText())].join(' else ')

const joined = (node, variants) => {
  if (ts.isVariableStatement(node)) return declaration(node, variants)
  if (ts.isPropertyAssignment(node)) return property(node, variants)
  return ts.isStatement(node) ? statement(node, variants) : chosen(node.getText(), variants)
}

const runsInEachLife = (node) => ts.findAncestor(node.parent, ts.isFunctionLike) !== undefined

/** Several edits of the same code as one: it stays as it is, but for the edit whose name is in `globalThis.sabotage`. */
export const switched = (edits) => (node) => {
  if (!runsInEachLife(node) && !edits.every(({ loads }) => loads))
    throw new Error(`this runs when its module is loaded, which the sabotage must say by "loads":\n${node.getText()}`)
  const variants = edits.map(({ name, edit }) => ({ name, code: edit(node) }))
  return variants.some(({ code }) => code === node.getText()) ? node.getText() : joined(node, variants)
}
