module.exports = require('./split.cjs').split(true)
