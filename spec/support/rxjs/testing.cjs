/** The part of RxJS's bundle that is `rxjs/testing`. */
module.exports = require('rxjs').testing
