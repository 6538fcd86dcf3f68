const { relative, resolve } = require('node:path')
const { slowSpecs } = require('./slowSpecs.cjs')

const root = resolve(__dirname, '../../..')
const slow = new Set(slowSpecs.flatMap(({ files }) => files))

const nameOf = (path) => relative(root, path).replaceAll('\\', '/')

exports.nameOf = nameOf

/** Whether a spec needs a PostgreSQL, which takes seconds to start: these are a suite of their own. */
const isOfPostgres = (path) => nameOf(path).startsWith('spec/mirror/postgres/')

exports.isOfPostgres = isOfPostgres

/** For the option `filter` of jest: of the spec files that need no PostgreSQL, the slow ones or all others. */
exports.split = (wantsSlow) => (paths) => ({
  filtered: paths.filter((path) => !isOfPostgres(path) && slow.has(nameOf(path)) === wantsSlow),
})
