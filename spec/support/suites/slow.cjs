const { grouped } = require('./groups.cjs')
const { slowSpecs } = require('./slowSpecs.cjs')
const { nameOf, split } = require('./split.cjs')

const shared = new Set(slowSpecs.flatMap(({ sharesContext, files }) => (sharesContext ? files : [])))

module.exports = (paths) => {
  const slow = split(true)(paths).filtered
  const together = slow.filter((path) => shared.has(nameOf(path)))
  return { filtered: [...slow.filter((path) => !together.includes(path)), ...grouped(together)] }
}
