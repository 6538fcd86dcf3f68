import * as rxbank from 'rxbank'
import * as node from 'rxbank/node'
import * as sandbox from 'rxbank/sandbox'
import * as undici from 'rxbank/undici'
import { consume } from './consume.cjs'

await consume(rxbank, sandbox, node, undici)
