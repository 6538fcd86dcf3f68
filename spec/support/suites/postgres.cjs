const { isOfPostgres } = require('./split.cjs')

module.exports = (paths) => ({ filtered: paths.filter(isOfPostgres) })
