// Builds the app and its server, then starts the server, with what is written behind the command.
import { spawnSync } from 'node:child_process'

const run = (command) => {
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

run('ng build')
run('tsc --project tsconfig.server.json')
await import('./dist/server/main.js')
