/** Node's own limit. jest's 100 frames make each error in a chain of RxJS slow: a quarter of the time of specs with many. */
Error.stackTraceLimit = 10
