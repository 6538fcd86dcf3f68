// Makes modules for bundlers shorter where minifiers leave them as they are: esbuild puts no constant of a module with
// imports in the place of its name, and keeps `String()` in a template, which lint wants of numbers.
import ts from 'typescript'

/** Whether an expression is made of numbers alone, such as `16 * 1024`. */
const isNumber = (node) =>
  ts.isNumericLiteral(node) ||
  (ts.isPrefixUnaryExpression(node) && isNumber(node.operand)) ||
  (ts.isBinaryExpression(node) && isNumber(node.left) && isNumber(node.right))

/** The constants of a module that are numbers: their names, and the texts of their numbers. */
const numbersOf = ({ statements }) =>
  new Map(
    statements
      .filter((node) => ts.isVariableStatement(node) && (node.declarationList.flags & ts.NodeFlags.Const) !== 0)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .filter(({ initializer }) => initializer !== undefined && isNumber(initializer))
      .map(({ name, initializer }) => [name.text, `(${initializer.getText()})`]),
  )

/** Whether an identifier names a property, or something that is declared, imported or exported. */
const isName = (node) => node.parent.name === node || node.parent.propertyName === node

/** Whether an identifier names a variable, a parameter, a function or a class. */
const isDeclared = (node) =>
  node.parent.name === node &&
  (ts.isVariableDeclaration(node.parent) ||
    ts.isParameter(node.parent) ||
    ts.isBindingElement(node.parent) ||
    ts.isFunctionLike(node.parent) ||
    ts.isClassLike(node.parent))

const isText = (node) => ts.isCallExpression(node) && node.expression.getText() === 'String'

/** A module with its numbers in the place of their names, and without `String()` in templates. */
export const compact = (text) => {
  const source = ts.createSourceFile('module.js', text, ts.ScriptTarget.ES2022, true)
  const numbers = numbersOf(source)
  const seen = new Set()
  const edits = []
  const edit = (node, start, end, inner) => edits.push({ name: node.text, start, end, inner })
  const visit = (node) => {
    if (ts.isIdentifier(node) && numbers.has(node.text)) {
      const number = numbers.get(node.text)
      if (ts.isShorthandPropertyAssignment(node.parent))
        edit(node, node.getStart(), node.getEnd(), `${node.text}: ${number}`)
      else if (!isName(node)) edit(node, node.getStart(), node.getEnd(), number)
      else if (isDeclared(node)) {
        // What has the name of a constant inside of a function hides it: such a name stays.
        if (seen.has(node.text)) numbers.delete(node.text)
        seen.add(node.text)
      }
    }
    if (ts.isTemplateSpan(node) && isText(node.expression)) {
      const [shown] = node.expression.arguments
      edit(node, node.expression.getStart(), shown.getStart(), '')
      edit(node, shown.getEnd(), node.expression.getEnd(), '')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return edits
    .filter(({ name }) => name === undefined || numbers.has(name))
    .sort((one, other) => other.start - one.start)
    .reduce((result, { start, end, inner }) => result.slice(0, start) + inner + result.slice(end), text)
}
