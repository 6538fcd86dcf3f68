/** What ESLint calls `no-restricted-syntax`, which oxlint has not: refuses each node that a selector finds. */
const restrictedSyntax = {
  meta: { schema: false },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    ),
}

const disabling = '(?:ox|es)lint-(?:dis|en)able[\\w-]*'
const directives = new RegExp(
  `//\\s*(${disabling})([^\\n]*)|/\\*\\s*(${disabling}|eslint|globals?|exported)\\b([^]*?)\\*/`,
  'g',
)

/**
 * Comments that turn rules off name them, and say why. There are none where nobody would notice that one is no longer
 * needed.
 */
const exceptions = {
  meta: { schema: false },
  create: (context) => ({
    Program: () => {
      const [{ allowed }] = context.options
      for (const [comment, line, lineRest, block, blockRest] of context.sourceCode.text.matchAll(directives)) {
        const [rules, reason = ''] = (lineRest ?? blockRest).split(/\s--\s/)
        const isDisabling = (line ?? block).includes('-disable')
        const say = (message) => context.report({ loc: { line: 1, column: 0 }, message: `${comment}: ${message}` })
        if (isDisabling && rules.trim() === '') say('Name the rules that it turns off.')
        if (reason.trim() === '') say('Say why, after ` -- `.')
        if (isDisabling && !allowed) say('Turn the rule off in oxlint.config.js, or write the code in another way.')
      }
    },
  }),
}

const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const inOrder = (a, b) => compare(a, b) || (a < b ? -1 : Number(a > b))
const importedName = ({ imported }) => imported.name ?? imported.value
const inOrderOfNames = (a, b) => inOrder(importedName(a), importedName(b)) || inOrder(a.local.name, b.local.name)

/** Names that are imported from one file are in order; the order of imports is that of the formatter. */
const sortedNames = {
  meta: { fixable: 'code' },
  create: (context) => ({
    ImportDeclaration: ({ specifiers }) => {
      const names = specifiers.filter(({ type }) => type === 'ImportSpecifier')
      const sorted = names.toSorted(inOrderOfNames)
      const node = names.find((name, index) => name !== sorted[index])
      if (node === undefined) return
      const message = `Sort the names: ${sorted.map(importedName).join(', ')}`
      context.report({
        node,
        message,
        fix: (fixer) => names.map((name, index) => fixer.replaceText(name, context.sourceCode.getText(sorted[index]))),
      })
    },
  }),
}

/** Of two imports of one file that of its types is the first; the formatter leaves the two as they are. */
const typesFirst = {
  create: (context) => ({
    'ImportDeclaration[importKind=value] + ImportDeclaration[importKind=type]': (node) => {
      const { body } = node.parent
      if (body[body.indexOf(node) - 1].source.value !== node.source.value) return
      context.report({ node, message: 'Import the types of a file before its values.' })
    },
  }),
}

export default {
  meta: { name: 'house' },
  rules: { 'restricted-syntax': restrictedSyntax, exceptions, 'sorted-names': sortedNames, 'types-first': typesFirst },
}
