#!/usr/bin/env node
import { exitIfStalled } from './exitIfStalled.js'
import { failIfUnfinished } from './failIfUnfinished.js'
import { runCommandLine } from './runCommandLine.js'

const finish = failIfUnfinished()
// An `await` at the top level would end with 13 if the event loop is empty before.
void runCommandLine(process.argv.slice(2)).then((code) => {
  finish()
  process.exitCode = code
  exitIfStalled(code)
})
