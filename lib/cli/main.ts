#!/usr/bin/env node
import { leaveStalled } from './leaveStalled.js'
import { run } from './run.js'

process.exitCode = await run(process.argv.slice(2))
leaveStalled(process.exitCode)
