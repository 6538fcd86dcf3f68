import { runCommandLine } from '../../lib/cli/runCommandLine.js'
import { runCommands } from './commandRunner.js'

runCommands(runCommandLine)
