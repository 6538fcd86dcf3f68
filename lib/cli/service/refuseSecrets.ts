import { usageError } from '../CommandError.js'
import { settings } from './serviceOptions.js'

const secretFlag = /^-{1,2}([\w-]*(?:secret|passw(?:or)?d|passphrase)[\w-]*)/i

/** Throws if a flag has the name of a secret. Must run before any code that may print the value. */
export const refuseSecrets = (args: ReadonlyArray<string>): void => {
  const end = args.indexOf('--')
  const flags = end < 0 ? args : args.slice(0, end)
  const [, flag] = flags.map((arg) => secretFlag.exec(arg)).find((found) => found !== null) ?? []
  if (flag === undefined) return
  const name = /secret/i.test(flag) ? 'clientSecret' : 'password'
  throw usageError(
    `--${flag}: secrets are not allowed as flags: every user of this machine can read them in the list of
processes, and the shell keeps them in its history. Set ${settings[name].variable}, or put "${name}" into a credentials file:
see rxbank token --help. If the secret was real, change it.`,
  )
}
