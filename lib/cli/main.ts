#!/usr/bin/env node
import { exitIfStalled } from './exitIfStalled.js'
import { failIfUnfinished } from './failIfUnfinished.js'
import { runCommandLine } from './runCommandLine.js'

const finish = failIfUnfinished()
// With a top-level `await`, Node would exit with code 13 if the event loop became empty first.
void runCommandLine(process.argv.slice(2)).then((code) => {
  finish()
  process.exitCode = code
  exitIfStalled(code)
})
