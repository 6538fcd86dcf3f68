const vm = require('node:vm')

const { compileFunction } = vm

/** Modules of packages, by file. What imports at run time does so for the spec file that loads it. */
const scripts = new Map()

const isShared = (code, file = '') => /[\\/]node_modules[\\/](?!\.cache[\\/])/.test(file) && !/\bimport\s*\(/.test(code)

const scriptOf = (code, parameters, filename) => {
  const known = scripts.get(filename)
  if (known?.code === code) return known.script
  const source = `(function (${parameters.join(', ')}) {\n${code}\n})`
  const script = new vm.Script(source, { filename, lineOffset: -1 })
  scripts.set(filename, { code, script })
  return script
}

// For each spec file jest compiles its own modules and those of packages again, each in a context of its own. A script is
// compiled once a worker, and runs in any context.
vm.compileFunction = (code, parameters, options) =>
  isShared(code, options.filename)
    ? scriptOf(code, parameters, options.filename).runInContext(options.parsingContext)
    : compileFunction(code, parameters, options)
