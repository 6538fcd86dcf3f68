const { relative, resolve } = require('node:path')
const { slowSpecs } = require('./slowSpecs.cjs')

const root = resolve(__dirname, '../../..')
const slow = new Set(slowSpecs.flatMap(({ files }) => files))

const isSlow = (path) => slow.has(relative(root, path).replaceAll('\\', '/'))

/** For the option `filter` of jest: of the spec files, the slow ones or all others. */
exports.split = (wantsSlow) => (paths) => ({ filtered: paths.filter((path) => isSlow(path) === wantsSlow) })
