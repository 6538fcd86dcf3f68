import { misuse } from '../CommandError.js'
import { settings } from './serviceSettings.js'

const secretFlag = /^-{1,2}([\w-]*(?:secret|passw(?:or)?d|passphrase)[\w-]*)/i

/** Throws if a secret was given as a flag. Called before anything could print the value. */
export const refuseSecrets = (args: ReadonlyArray<string>): void => {
  const end = args.indexOf('--')
  const flags = end < 0 ? args : args.slice(0, end)
  const [, flag] = flags.map((arg) => secretFlag.exec(arg)).find((found) => found !== null) ?? []
  if (flag === undefined) return
  const name = /secret/i.test(flag) ? 'clientSecret' : 'password'
  throw misuse(
    `--${flag}: secrets are not taken as flags, which every user of this machine can read in the list of processes,
and which the shell keeps in its history. Set ${settings[name].variable}, or put "${name}" into a credentials file:
see rxbank token --help. If that was a real one, change it.`,
  )
}
