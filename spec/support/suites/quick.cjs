const { grouped } = require('./groups.cjs')
const { split } = require('./split.cjs')

module.exports = (paths) => ({ filtered: grouped(split(false)(paths).filtered) })
