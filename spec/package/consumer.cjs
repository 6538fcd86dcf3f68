const rxbank = require('rxbank')
const sandbox = require('rxbank/sandbox')
const { consume } = require('./consume.cjs')

void consume(rxbank, sandbox)
