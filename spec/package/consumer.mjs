import * as rxbank from 'rxbank'
import * as bridge from 'rxbank/bridge'
import * as codec from 'rxbank/codec'
import * as node from 'rxbank/node'
import * as sandbox from 'rxbank/sandbox'
import * as tape from 'rxbank/tape'
import * as undici from 'rxbank/undici'
import { consume } from './consume.cjs'

await consume(rxbank, sandbox, node, undici, { bridge, codec, tape })
