import ts from 'typescript'

/** The node, or the first within it, for which something holds. */
const find = (node, holds) => (holds(node) ? node : ts.forEachChild(node, (child) => find(child, holds)))

const replaced = (whole, part, code) => {
  const text = whole.getText()
  const at = part.getStart() - whole.getStart()
  return text.slice(0, at) + code + text.slice(at + part.getWidth())
}

/** What a statement, a declaration or a property is about; an expression is about itself. */
const valueOf = (node) => {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations[0].initializer
  if (ts.isPropertyAssignment(node)) return node.initializer
  if (ts.isExpressionStatement(node) && ts.isBinaryExpression(node.expression)) return node.expression.right
  return ts.isReturnStatement(node) || ts.isIfStatement(node) ? node.expression : node
}

const callOf = (node, name) => {
  const call = find(node, (child) => ts.isCallExpression(child) && child.expression.getText() === name)
  if (call === undefined) throw new Error(`there is no call of ${name} in:\n${node.getText()}`)
  return call
}

/** Takes the statement away. */
export const drop = () => ''

/** Another value for what is returned, declared, assigned or asked by `if`; `$` in it stands for the one that was there. */
export const value = (code) => (node) => {
  const old = valueOf(node)
  return replaced(
    node,
    old,
    code.replaceAll('$', () => `(${old.getText()})`),
  )
}

/** The text with something replaced. */
export const text = (from, to) => (node) => node.getText().replace(from, to)

/** Other arguments for a call: those at these places of the old ones. */
export const args =
  (name, ...places) =>
  (node) => {
    const call = callOf(node, name)
    const taken = places.map((place) => call.arguments[place].getText())
    return replaced(node, call, `${name}(${taken.join(', ')})`)
  }

/** Puts code behind what is marked. */
export const then = (code) => (node) => `${node.getText()}\n${code(node)}`

/** The name of the first argument in what is marked. */
export const firstArgument = (node) => find(node, ts.isCallExpression).arguments[0].getText()
