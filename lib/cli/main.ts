#!/usr/bin/env node
import { exitIfStalled } from './exitIfStalled.js'
import { runCommandLine } from './runCommandLine.js'

process.exitCode = await runCommandLine(process.argv.slice(2))
exitIfStalled(process.exitCode)
