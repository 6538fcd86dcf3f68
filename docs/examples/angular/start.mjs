// Builds the app and its server, then starts the server. With --development the app has a button that opens the inspector.
import { spawnSync } from 'node:child_process'

const run = (command) => {
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

run(process.argv.includes('--development') ? 'ng build --configuration development' : 'ng build')
run('tsc --project tsconfig.server.json')
await import('./dist/server/main.js')
