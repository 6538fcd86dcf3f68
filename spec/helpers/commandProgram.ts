import { run } from '../../lib/cli/run.js'
import { runCommands } from './commandRunner.js'

runCommands(run)
