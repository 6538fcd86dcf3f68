const { grouped } = require('./groups.cjs')

module.exports = (paths) => ({ filtered: grouped(paths) })
