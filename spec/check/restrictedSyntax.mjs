/** ESLint's `no-restricted-syntax`, which oxlint does not have: refuses each node that a selector finds. */
const restrictedSyntax = {
  meta: { schema: false },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    ),
}

export default { meta: { name: 'house' }, rules: { 'restricted-syntax': restrictedSyntax } }
