#!/usr/bin/env node
import { leaveStalled } from './exitIfStalled.js'
import { run } from './runCommandLine.js'

process.exitCode = await run(process.argv.slice(2))
leaveStalled(process.exitCode)
