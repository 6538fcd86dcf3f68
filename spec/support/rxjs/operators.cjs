/** The part of RxJS's bundle that is `rxjs/operators`. */
module.exports = require('rxjs').operators
