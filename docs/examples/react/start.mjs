// Builds the page and its server, then starts the server.
import { spawnSync } from 'node:child_process'

for (const command of ['vite build', 'tsc --project tsconfig.server.json']) {
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
await import('./dist/server/main.js')
