module.exports = require('./split.cjs').split(false)
