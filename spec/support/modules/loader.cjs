const { relative } = require('node:path')

/** Makes of a module that specs share, instead of compiling it, one that takes it from the bundle of all. */
module.exports = {
  process: (_source, path, { config: { rootDir, testEnvironmentOptions } }) => {
    const bundle = JSON.stringify(testEnvironmentOptions.bundle)
    const name = JSON.stringify(relative(rootDir, path).replaceAll('\\', '/'))
    return { code: `module.exports = require(${bundle})[${name}]()` }
  },
}
