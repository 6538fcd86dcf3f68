import { isLeft } from 'fp-ts/lib/Either.js'
import { ConfigError } from 'rxbank'
import { openLog } from './log.js'
import { service } from './service.js'
import { readSettings } from './settings.js'

// The data of a bank is for nobody else of this machine: files are made for their owner alone.
process.umask(0o077)

const settings = readSettings(process.env)
if (isLeft(settings)) {
  for (const line of settings.left) console.error(line)
  process.exitCode = 2
} else {
  const log = openLog(settings.right.logLevel)
  service(settings.right, log).subscribe({
    error: (error: unknown) => {
      log.fatal({ err: error }, error instanceof Error ? error.message : String(error))
      process.exitCode = error instanceof ConfigError ? 2 : 1
    },
    complete: () => log.info('ended; all that was started is saved'),
  })
}
