const rxbank = require('rxbank')
const node = require('rxbank/node')
const sandbox = require('rxbank/sandbox')
const undici = require('rxbank/undici')
const { consume } = require('./consume.cjs')

void consume(rxbank, sandbox, node, undici)
