import { run } from '../../lib/cli/runCommandLine.js'
import { runCommands } from './commandRunner.js'

runCommands(run)
