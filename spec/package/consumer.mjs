import * as rxbank from 'rxbank'
import * as sandbox from 'rxbank/sandbox'
import { consume } from './consume.cjs'

await consume(rxbank, sandbox)
